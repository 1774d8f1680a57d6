"use strict";
// Nothing here is needed to read the page: it hides answers, steps through them, and lights up what an entry is made of.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // ---- hide and show answers, step through them
  const answers = all("details.answer");
  if (answers.length) {
    const steps = all(".working > *");
    const tools = make("div", { className: "tools" });
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", "<< w.answers >>");
    const button = text => { const b = make("button", { type: "button", textContent: text }); tools.append(b); return b; };
    const hide = button("<< w.hide >>"), walk = button("<< w.walk >>"), back = button("<< w.back >>"), next = button("<< w.next >>");
    const where = make("span", { className: "where" });
    where.setAttribute("role", "status");
    tools.append(where);
    let at = null;
    const show = () => {
      steps.forEach((step, k) => { step.hidden = at !== null && k > at; });
      back.hidden = next.hidden = at === null;
      walk.setAttribute("aria-pressed", String(at !== null));
      walk.textContent = at === null ? "<< w.walk >>" : "<< w.everything >>";
      where.textContent = at === null ? "" : "<< w.step_of >>".replace("{0}", at + 1).replace("{1}", steps.length);
      if (at !== null) { steps[at].closest("details").open = true; steps[at].scrollIntoView({ block: "nearest" }); }
      fit();
    };
    const go = by => { at = Math.min(Math.max(at + by, 0), steps.length - 1); show(); };
    hide.setAttribute("aria-pressed", "false");
    hide.onclick = () => {
      const hidden = hide.getAttribute("aria-pressed") !== "true";
      hide.setAttribute("aria-pressed", String(hidden));
      hide.textContent = hidden ? "<< w.show >>" : "<< w.hide >>";
      answers.forEach(answer => { answer.open = !hidden; });
    };
    walk.onclick = () => { at = at === null ? 0 : null; show(); };
    back.onclick = () => go(-1);
    next.onclick = () => go(1);
    addEventListener("keydown", event => {
      if (at === null || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") { go(1); event.preventDefault(); }
      if (event.key === "ArrowLeft") { go(-1); event.preventDefault(); }
      if (event.key === "Escape") { at = null; show(); }
    });
    document.querySelector("main").prepend(tools);
    addEventListener("beforeprint", () => { answers.forEach(answer => { answer.open = true; }); at = null; show(); });
    show();
  }

  // ---- an entry of a product lights up its row and its column
  const cells = table => [...table.children].map(row => [...row.children]);
  const matrices = link => all("mtable.matrix", link).filter(t => !t.parentElement.closest("mtable")).map(cells);
  const light = parts => on => parts.forEach(cell => cell.classList.toggle("lit", on));
  const connect = ([a, b], c) => c.forEach((row, i) => row.forEach((cell, j) => {
    const lit = light([cell, ...a[i], ...b.map(r => r[j])]);
    cell.addEventListener("mouseenter", () => lit(true));
    cell.addEventListener("mouseleave", () => lit(false));
  }));
  for (const display of all(".display, .scroll")) {
    let product = null;
    for (const item of all(".lhs, .link", display)) {
      if (item.className === "lhs") { if (item.firstElementChild) product = null; continue; }
      const found = matrices(item);
      const fits = m => product && m.length === product[0].length && m[0].length === product[1][0].length;
      if (product && found.length && found.every(fits)) found.forEach(m => connect(product, m));
      else product = found.length === 2 && found[0][0].length === found[1].length ? found : null;
    }
  }
})();
