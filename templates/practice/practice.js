"use strict";
// The page's hands and eyes: it draws fields, sends what is typed to the engine, and shows what comes back. It decides nothing.
(() => {
  const about = JSON.parse(document.getElementById("about").textContent), say = globalThis.words;
  const fill = (text, ...facts) => text.replace(/\{(\d)\}/g, (_, k) => facts[k]);
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const state = document.getElementById("state");
  const tell = (text, failed = false) => { state.textContent = text; state.classList.toggle("failed", failed); };
  const letters = Object.entries(about.letters ?? {}), typed = letters.filter(([sign, name]) => sign !== name);
  const written = [...say.how, ...typed.map(([sign, name]) => [sign, `${name}, ${sign}`])].map(([sign, typed]) =>
    make("tr", {}, make("th", { scope: "row", textContent: sign }), make("td", {}, make("code", { textContent: typed }))));
  document.querySelector(".how").append(
    make("summary", { textContent: say.how_title }), make("table", {}, make("tbody", {}, ...written)), make("p", { textContent: say.how_keys }));

  // ---- the engine
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function") return tell(say.no_wasm, true);
  if (location.protocol === "file:") return tell(say.no_server, true);
  tell(say.starting);
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = new Map();
  let count = 0;
  worker.onerror = event => tell(fill(say.failed, event.message || "worker.js"), true);
  worker.onmessage = ({ data }) => {
    if (data.stage) return tell(say[data.stage]);
    waiting.get(data.id)(JSON.parse(data.answer));
    waiting.delete(data.id);
  };
  const ask = (what, facts = {}, sheet = about.sheet, needs = about.needs) => new Promise(done => {
    waiting.set(++count, done);
    worker.postMessage({ id: count, sheet, needs, request: JSON.stringify({ do: what, ...facts }) });
  });

  // ---- what is kept in the browser: an entry for each line, so that two tabs, or a corrected sheet, lose nothing of each other's
  const here = `symattn ${new URL(".", location).pathname} ${about.sheet}`;  // a server may hold several sites
  const place = `${here}${location.search} `;
  const store = (() => { try { localStorage.setItem(place, ""); localStorage.removeItem(place); return localStorage; } catch { return null; } })();
  const within = (table, question) => table[question] ??= {};
  const kept = { answers: {}, checked: {}, used: {} }, before = new Map(), looks = {};
  const read = text => { try { return JSON.parse(text); } catch { return null; } };
  const take = (question, name, { answer, checked, used }) => {
    for (const [table, value] of [[kept.answers, answer], [kept.checked, checked], [kept.used, used]])
      if (value === undefined) delete within(table, question)[name]; else within(table, question)[name] = value;
  };
  const keep = (question, name) => {
    const [answer, checked, used] = [kept.answers, kept.checked, kept.used].map(table => table[question]?.[name]);
    try { store?.setItem(place + JSON.stringify([question, name]), JSON.stringify({ answer, checked, used, of: looks[question] })); }
    catch { tell(say.not_kept); }  // no room is left
  };
  const forget = () => Object.keys(store ?? {}).filter(key => key.startsWith(place)).forEach(key => store.removeItem(key));
  const look = section => { let sum = 5381; for (const sign of section.textContent.replace(/\s+/g, "")) sum = (sum * 33 ^ sign.codePointAt(0)) | 0; return sum; };
  for (const key of Object.keys(store ?? {})) {
    const found = key.startsWith(`${here} `) && key.endsWith(location.search) ? read(store.getItem(key)) : null;
    if (found?.answers) {  // as pages before kept it: all in one, under the file's digest
      for (const [question, own] of Object.entries(found.answers)) for (const [name, answer] of Object.entries(own))
        before.set(JSON.stringify([question, name]), { answer, checked: found.checked?.[question]?.[name], used: found.used?.[question]?.[name] });
    }
  }
  for (const key of Object.keys(store ?? {})) {
    const found = key.startsWith(place) ? read(store.getItem(key)) : null;
    if (found) before.set(key.slice(place.length), found);
  }

  // ---- one line's fields
  const lines = [];
  const LOOKS = { correct: "right", follows: "right", imprecise: "nearly", incorrect: "wrong", unreadable: "unread" }, GOOD = ["correct", "follows"];
  const ONE = { right: "correct", nearly: "imprecise", wrong: "incorrect" };  // the look of an answer that is one text
  class Line {
    constructor(element) {
      this.element = element;
      ({ question: this.question, line: this.name, called: this.called } = element.dataset);
      this.rows = +element.dataset.rows, this.cols = +element.dataset.cols;
      this.write = element.querySelector(".write");
      this.grid = make("div", { className: "matrix-input" });
      this.grid.setAttribute("role", "group");
      this.grid.setAttribute("aria-label", fill(say.answer, this.called));
      this.seen = make("div", { className: "understood" });
      this.notes = make("div", { className: "cell-notes" });
      this.notes.setAttribute("role", "status");
      this.wrong = 0;  // checks in a row that found something wrong
      this.verdict = make("div", { className: "verdict-box" });
      this.verdict.setAttribute("role", "status");
      this.helps = make("div", { className: "helps" });
      this.button = make("button", { type: "button", className: "main", textContent: say.check, onclick: () => this.check() });
      this.button.setAttribute("aria-label", `${say.check}: ${this.called}`);
      this.buttons = make("div", { className: "buttons" }, this.button, helpButton(this, this.name, element.dataset.steps.split(" ")));
      element.append(this.seen, this.notes, this.buttons, this.verdict, this.helps);
      element.addEventListener("focusin", () => { if (at[1] !== this.name || at[0] !== this.question) { at = [this.question, this.name]; prepare(); } });
      if (this.rows) this.write.append(this.grid, this.size());
      this.place = JSON.stringify([this.question, this.name]);
      if (before.has(this.place)) take(this.question, this.name, before.get(this.place));
      this.put(kept.answers[this.question]?.[this.name]);
    }
    put(answer) {
      if (Array.isArray(answer) && this.rows) return this.draw(answer);
      const one = typeof answer === "string" ? answer : "";
      this.draw(Array.from({ length: this.rows || 1 }, () => Array(this.cols || 1).fill(one)));
    }
    size() {
      const field = (label, axis) => {
        const input = make("input", { type: "number", min: 1, max: 64, value: this[axis], onchange: () => {
          this[axis] = Math.min(64, Math.max(1, +input.value || 1));
          const old = this.cells();
          this.draw(Array.from({ length: this.rows }, (_, i) => Array.from({ length: this.cols }, (_, j) => old[i]?.[j] ?? "")));
          this.typed();
        } });
        input.setAttribute("aria-label", fill(label, this.called));
        return this[`${axis}Field`] = input;
      };
      return make("span", { className: "size" }, field(say.rows, "rows"), "×", field(say.cols, "cols"));
    }
    draw(cells) {
      all("input", this.rows ? this.grid : this.write).forEach(input => input.closest(".size") || input.remove());
      if (this.rows) [this.rows, this.cols, this.rowsField.value, this.colsField.value] = [cells.length, cells[0].length, cells.length, cells[0].length];
      this.grid.style.gridTemplateColumns = `repeat(${this.cols}, auto)`;
      this.inputs = cells.map((row, i) => row.map((text, j) => {
        const input = make("input", { type: "text", value: text, autocomplete: "off", spellcheck: false });
        input.setAttribute("autocapitalize", "off");
        if ("shape" in this.element.dataset) input.placeholder = say.shape;
        input.setAttribute("aria-label", this.rows ? fill(say.entry, this.called, i + 1, j + 1) : fill(say.answer, this.called));
        input.addEventListener("input", () => this.typed(input));
        input.addEventListener("focus", () => { this.at = [i, j]; this.follow?.(); });
        input.addEventListener("blur", () => this.left(i, j));
        input.addEventListener("keydown", event => this.key(event, i, j));
        input.addEventListener("paste", event => this.paste(event));
        (this.rows ? this.grid : this.write).append(input);
        return input;
      }));
      if (this.filled()) this.understand();
    }
    cells() { return this.inputs.map(row => row.map(input => input.value)); }
    value() { return this.rows ? this.cells() : this.inputs[0][0].value; }
    filled() { return this.inputs.some(row => row.some(input => input.value.trim())); }
    empty() { return this.inputs.flat().filter(input => !input.value.trim()); }
    complete() { return !this.empty().length; }
    half() { return this.rows && this.filled() && !this.complete(); }
    key(event, i, j) {
      const input = event.target, caret = input.selectionStart;
      const whole = caret !== input.selectionEnd;
      const to = (di, dj) => {
        const next = this.inputs[i + di]?.[j + dj];
        if (next) { event.preventDefault(); next.focus(); next.select(); }
        return Boolean(next);
      };
      if (event.altKey || event.metaKey || event.isComposing) return;
      if (event.key === "Enter") { event.preventDefault(); if (event.ctrlKey || !(j + 1 < this.cols ? to(0, 1) : to(1, -j))) this.check(); }
      if (event.ctrlKey || event.shiftKey) return;
      if (event.key === "ArrowDown") to(1, 0);
      if (event.key === "ArrowUp") to(-1, 0);
      if (event.key === "ArrowRight" && (whole || caret === input.value.length)) to(0, 1);
      if (event.key === "ArrowLeft" && (whole || caret === 0)) to(0, -1);
    }
    async paste(event) {
      const text = event.clipboardData.getData("text/plain");
      if (!this.rows || !/[\n\t;&,[\]|]|\S\s+\S/.test(text.trim())) return;
      event.preventDefault();
      const found = await ask("read", { question: this.question, line: this.name, value: text });
      if (!found.cells?.length) return this.shown(found);
      this.draw(found.cells);
      this.inputs[0][0].focus();
      this.typed();
    }
    typed(input) {
      within(kept.answers, this.question)[this.name] = this.value();
      delete within(kept.checked, this.question)[this.name];
      keep(this.question, this.name);
      this.clear(input ? [input] : undefined);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.understand(), 200);
    }
    async understand() {
      if (!this.complete()) return this.seen.replaceChildren();
      const value = this.value();
      const found = await ask("read", { question: this.question, line: this.name, value });
      if (JSON.stringify(value) !== JSON.stringify(this.value())) return;
      this.shown(found);
      prepare();
    }
    shown({ html, says, error }) {
      this.seen.innerHTML = html ? `${say.understood} <math>${html}</math>` : "";
      if (says || error) this.seen.append(make("p", { textContent: says || error }));
    }
    clear(inputs = this.inputs.flat()) {
      this.element.classList.remove("right", "wrong", "nearly", "open", "missing");
      this.verdict.replaceChildren();
      this.notes.replaceChildren();
      this.looked = null;
      inputs.forEach(input => this.mark(input));
    }
    mark(input, verdict) {
      input.classList.remove("right", "wrong", "nearly", "unread");
      input.removeAttribute("aria-invalid");
      const look = LOOKS[verdict];
      if (look) input.classList.add(look);
      if (look) input.setAttribute("aria-invalid", String(look === "wrong" || look === "unread"));
    }
    // every entry that is filled in, judged by itself; what is said is about the one that was just left, and those that cannot be read
    async look(at) {
      const value = this.value(), text = JSON.stringify(value);
      if (!this.rows || !this.filled() || text === this.looked) return [];
      this.looked = text;
      const { cells = [] } = await ask("cells", { question: this.question, line: this.name, texts: value, answers: kept.answers });
      if (text !== JSON.stringify(this.value())) return [];
      cells.forEach(({ row, column, verdict }) => this.mark(this.inputs[row][column], verdict));
      this.follow?.();
      const told = cells.filter(({ row, column, verdict }) => verdict === "unreadable" || (at && row === at[0] && column === at[1]));
      const last = ({ verdict, why }, k) => verdict === "unreadable" && !told.slice(k + 1).some(next => next.verdict === verdict && next.why === why);
      this.notes.replaceChildren(...told.map((cell, k) => make("p", { className: LOOKS[cell.verdict] ?? "" },  // one reason for all that are alike
        fill(say.at, cell.row + 1, cell.column + 1, say.cell[cell.verdict]), ...(last(cell, k) ? [" ", cell.why && `${cell.why}. `, say.write_so] : []))));
      return cells;
    }
    async left(i, j) {
      if (kept.checked[this.question]?.[this.name]) return;
      const cells = await this.look([i, j]);
      if (this.complete() && cells.length && cells.every(({ verdict }) => GOOD.includes(verdict))) await this.check();
    }
    async check() {
      if (!this.filled()) return void (this.verdict.textContent = say.nothing);
      const here = this.inputs.flat().includes(document.activeElement);  // not from the button: no phone's keyboard comes up by itself
      if (this.half()) {
        this.looked = null;
        const cells = await this.look();
        this.partly(cells);
        if (here) (this.inputs.flat().find(input => input.matches(".unread, .wrong")) ?? this.empty()[0]).focus();
        return;
      }
      this.shall();
      this.verdict.textContent = say.checking;
      this.looked = null;
      const seen = this.look(), done = checked();  // asked for at once, answered after the look
      await seen;
      await done;
      if (here) this.onward();
    }
    // focus goes on: to what is wrong here, or to the next line that is not right yet
    onward() {
      if (!this.inputs.flat().includes(document.activeElement)) return;  // it was sent elsewhere meanwhile
      if (!this.element.classList.contains("right")) return void this.inputs.flat().find(input => input.matches(".wrong, .unread"))?.focus();
      const place = lines.indexOf(this), next = [...lines.slice(place + 1), ...lines.slice(0, place)].find(line => !line.element.classList.contains("right"));
      if (!next) return;
      (next.inputs.flat().find(input => !input.value.trim()) ?? next.inputs[0][0]).focus();
      next.element.scrollIntoView({ block: "nearest" });
      next.notes.replaceChildren(make("p", { textContent: fill(say.go_on, next.called) }));
    }
    partly(cells) {
      const good = cells.filter(({ verdict }) => GOOD.includes(verdict)).length;
      this.verdict.replaceChildren(make("p", { textContent: fill(say.so_far, good, this.inputs.flat().length, this.empty().length) }));
    }
    shall() {
      within(kept.checked, this.question)[this.name] = true;
      keep(this.question, this.name);
    }
    judged({ kind, verdict, entries, html }) {
      this.clear();
      this.element.classList.add(kind);
      this.verdict.innerHTML = html;
      this.inputs.forEach((row, i) => row.forEach((input, j) => this.mark(input, this.rows ? entries[i]?.[j] : ONE[kind])));
      if (this.half()) { this.element.classList.remove(kind); this.look().then(cells => { if (cells.length) this.partly(cells); }); return; }
      if (verdict === "unreadable") this.look();
      const text = JSON.stringify(this.value());
      if (kind === "wrong" && text !== this.tried) this.wrong++;
      if (kind === "right") this.wrong = 0;
      this.tried = text;
      const offered = this.element.dataset.steps.includes("question") && !used(this.question, this.name).includes("question");
      if (kind === "wrong" && (this.wrong > 1 || verdict === "incorrect") && offered)
        this.verdict.append(make("p", { className: "stuck" }, say.stuck, make("button", { type: "button", textContent: say.help.question,
          onclick: ({ target }) => { this.open("question"); target.parentNode.remove(); } })));
      this.follow?.();
    }
  }

  // ---- help, one step at a time; what was asked for is remembered
  const ABOUT = ["question", "entry"];  // the steps that are about one entry
  const used = (question, name) => within(kept.used, question)[name] ??= [];
  function helpButton(line, name, steps) {
    const button = make("button", { type: "button" });
    const next = () => steps.find(step => !used(line.question, name).includes(step));
    const label = () => {
      button.textContent = next() ? say.help[next()] : say.no_more;
      button.setAttribute("aria-label", `${button.textContent}: ${line.called ?? name}`);
      button.disabled = !next();
    };
    // one step, about the entry where the student is; what is about an entry goes with the student, or on from one that is right now
    const show = async (step, place = line.helps.appendChild(make("div"))) => {
      place.setAttribute("role", "status");
      const asked = line.at ?? [];
      const { html, error, at } = await ask("help", { question: line.question, line: name, step, answers: kept.answers, at: asked });
      place.innerHTML = html || "";
      if (error) place.textContent = error;
      Object.assign(place, { step, entry: at });
      all(".small-questions", place).forEach(list => smaller(list, place, line));
      scrollers();
    };
    line.follow = () => all(":scope > div", line.helps).filter(({ step }) => ABOUT.includes(step)).forEach(place => {
      const open = line.inputs.flatMap((row, i) => row.flatMap((input, j) => input.matches(".right, .nearly") ? [] : [[i, j]]));
      const same = one => one.join() === place.entry?.join();
      const here = open.find(one => one.join() === line.at?.join()) ?? (open.some(same) ? place.entry : open[0]);
      place.querySelector(".another")?.remove();
      if (!place.entry || !here || same(here)) return;
      if (line.inputs[place.entry[0]]?.[place.entry[1]]?.classList.contains("right")) { line.at = here; return void show(place.step, place); }
      place.prepend(make("button", { type: "button", className: "another", textContent: fill(say.help_with, here[0] + 1, here[1] + 1), onclick: () => { line.at = here; show(place.step, place); } }));
    });
    line.open = step => {
      if (!step || used(line.question, name).includes(step)) return;
      used(line.question, name).push(step);
      keep(line.question, name);
      show(step);
      label();
    };
    button.onclick = () => line.open(next());
    used(line.question, name).forEach(show);
    label();
    return button;
  }
  // the smaller questions on the way to an entry: each is answered by itself, then they are put together
  const smaller = (list, place, line) => {
    const inputs = all("li", list).map((item, piece) => {
      const input = make("input", { type: "text", autocomplete: "off", spellcheck: false }), said = make("span", { className: "said" });
      const facts = { question: line.question, line: list.dataset.line, row: +list.dataset.row, column: +list.dataset.column, piece };
      input.setAttribute("aria-label", fill(say.small_answer, piece + 1));
      said.setAttribute("role", "status");
      const answered = async () => {
        if (!input.value.trim()) return;
        const { right, read, error } = await ask("small", { ...facts, text: input.value, answers: kept.answers });
        input.className = right ? "right" : "wrong";
        said.textContent = error || (right ? say.small.right : read ? say.small.wrong : say.small.unread);
        const next = inputs.find(one => one.className !== "right");
        if (!next) all(".together", place).forEach(said => { said.hidden = false; });
        if (right && document.activeElement === input) next?.focus();
      };
      input.addEventListener("change", answered);
      item.append(input, " ", said);
      return input;
    });
  };
  const scrollers = () => all(".display, .scroll").forEach(box => { box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1; });
  addEventListener("resize", scrollers);

  // ---- checking
  let report = null, checks = 0, last = null;
  const checked = () => last = judge(++checks);
  const judge = async mine => {
    const found = await ask("check", { answers: kept.answers });
    if (mine !== checks) return last;  // answers were changed and are checked again: no verdict on what stood there before
    if (found.error) return lines.forEach(line => { if (kept.checked[line.question]?.[line.name]) line.verdict.textContent = found.error; });
    report = found;
    lines.forEach(line => {
      const result = found.lines[line.question]?.[line.name];
      if (result && kept.checked[line.question]?.[line.name]) line.judged(result);
    });
    if (found.right) tell([fill(say.all_right, found.marks, found.reach), ...(found.hand ? [fill(say.for_teacher, found.hand)] : [])].join(" "));
    prepare();
  };

  // ---- what the next check will need is made while the student thinks and writes, a piece at a time
  // first of all for the line that the student is at
  let turn = 0, at = [];
  const prepare = async () => {
    const mine = ++turn, answers = structuredClone(kept.answers), first = at;
    while (mine === turn && !document.hidden && (await ask("prepare", { answers, first })).more);
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden && report) prepare(); });

  // ---- tools above the sheet, and the panel they open below it
  const tools = document.getElementById("tools"), panel = document.getElementById("panel");
  const tool = (text, onclick) => { const made = make("button", { type: "button", textContent: text, onclick }); tools.append(made); return made; };
  const open = (title, ...children) => {
    const head = make("h2", { textContent: title, tabIndex: -1 });
    const close = make("button", { type: "button", textContent: say.close, onclick: () => { panel.hidden = true; panel.opener?.focus(); } });
    panel.opener = document.activeElement;
    panel.replaceChildren(head, ...children, make("div", { className: "buttons" }, close));
    panel.hidden = false;
    head.focus();
    head.scrollIntoView({ block: "start" });
    scrollers();
  };
  const save = (name, text) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const table = (heads, rows) => make("div", { className: "scroll", tabIndex: 0 }, make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map(text => make("th", { scope: "col", textContent: text })))),
    make("tbody", {}, ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row", textContent: first }), ...rest.map(text => make("td", { textContent: text })))))));
  const marks = found => !found ? "" : found.hand ? fill(say.whole_marks, found.marks, found.reach, found.hand) : fill(say.earned, found.marks, found.of);
  const summary = async () => {
    lines.forEach(line => { if (line.filled()) line.shall(); });
    await checked();
    const several = new Set(lines.map(line => line.question)).size > 1;
    const told = (question, name, result) => {
      const line = lines.find(one => one.question === question && one.name === name);
      return line?.half() ? fill(say.half, line.empty().length) : result.told;
    };
    const rows = Object.entries(report?.lines ?? {}).flatMap(([question, own]) => Object.entries(own).map(([name, result]) =>
      [several ? `${question}: ${result.called}` : result.called, told(question, name, result), result.earned, (kept.used[question]?.[name] ?? []).map(step => say.steps[step]).join(", ") || "–"]));
    const box = table([say.line, say.verdict, say.marks, say.used], rows);
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", say.summary);
    open(say.summary, make("p", { textContent: marks(report) }), box,
      ...(kept.used[""]?.["what if"] ? [make("p", { textContent: say.used_what_if })] : []));
  };
  const varied = () => {
    const asked = new URLSearchParams(location.search);
    const seed = make("input", { type: "number", id: "seed", step: 1, value: asked.get("seed") ?? "", required: true });
    const id = make("input", { type: "text", id: "id", value: asked.get("id") ?? "", autocomplete: "off" });
    const go = (seed, id) => { location.search = new URLSearchParams({ seed, ...(id ? { id } : {}) }); };
    const form = make("form", { onsubmit: event => { event.preventDefault(); go(seed.value, id.value.trim()); } },
      make("p", { textContent: say.seeds }),
      make("p", { className: "fields-row" }, make("label", { htmlFor: "seed", textContent: say.seed }), seed, make("label", { htmlFor: "id", textContent: say.id }), id),
      make("div", { className: "buttons" }, make("button", { textContent: say.these }),
        make("button", { type: "button", textContent: say.any, onclick: () => go(crypto.getRandomValues(new Uint32Array(1))[0] % 1e6, "") }),
        make("button", { type: "button", textContent: say.own, onclick: () => { location.search = ""; } })));
    open(say.another, form);
  };

  // ---- what if: a given is changed, a line is stepped through
  const choice = (label, values, onchange) => {
    const id = `choice-${++count}`;
    const select = make("select", { id, onchange }, ...values.map(value => make("option", { value, textContent: value })));
    return [make("label", { htmlFor: id, textContent: label }), select];
  };
  const arrows = (grid, event, i, j) => {
    const [di, dj] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [];
    const next = di === undefined ? null : grid[i + di]?.[j + dj];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const whatIf = async () => {
    const found = await ask("givens");
    if (found.error) return tell(found.error, true);
    within(kept.used, "")["what if"] = ["what if"];
    keep("", "what if");
    const moved = make("div", { className: "moved-lines" }), explained = make("div", { className: "product" });
    [moved, explained].forEach(box => box.setAttribute("role", "status"));
    const fields = make("div", { className: "matrix-input" }), cells = make("div", { className: "cells" });
    [fields, cells].forEach(box => box.setAttribute("role", "group"));
    // the entry that was gone to last can be slid, and the temperature set
    const slide = make("input", { type: "range", step: "0.1", hidden: true }), slideLabel = make("label", { hidden: true });
    const warm = make("input", { type: "range", min: "0.1", max: "4", step: "0.1", value: "1" }), degree = make("output", { textContent: "1" });
    const warmLabel = make("label", { textContent: say.temperature });
    [[slide, slideLabel, "slide"], [warm, warmLabel, "warm"]].forEach(([input, label, id]) => { input.id = label.htmlFor = id; });
    const settle = () => { clearTimeout(timer); timer = setTimeout(() => change(), 120); };
    let timer, change = () => {};
    warm.oninput = () => { degree.textContent = warm.value; settle(); };
    const slides = (input, place) => {
      const value = Number(input.value);
      slide.hidden = slideLabel.hidden = !Number.isFinite(value) || !input.value.trim();
      if (slide.hidden) return;
      slide.min = (Math.round(value * 10) - 30) / 10, slide.max = (Math.round(value * 10) + 30) / 10, slide.value = value;
      slideLabel.textContent = fill(say.slider, place);
      slide.oninput = () => { input.value = slide.value; settle(); };
    };
    const givens = () => {
      const { givens: own, lines: ours, called } = found[question.value];
      const options = names => Object.keys(names).map(value => make("option", { value, textContent: called[value] }));
      given.replaceChildren(...options(own));
      line.replaceChildren(...options(ours));
      warming.hidden = !found[question.value].weighs;
      matrix();
      steps();
    };
    const matrix = () => {
      const rows = found[question.value].givens[given.value];
      if (!rows) return;
      fields.style.gridTemplateColumns = `repeat(${rows[0].length}, auto)`;
      const called = found[question.value].called[given.value];
      fields.setAttribute("aria-label", called);
      const inputs = rows.map((row, i) => row.map((value, j) => {
        const input = make("input", { type: "text", value, autocomplete: "off", spellcheck: false, oninput: settle, onfocus: () => slides(input, fill(say.entry, called, i + 1, j + 1)) });
        input.setAttribute("aria-label", fill(say.entry, called, i + 1, j + 1));
        input.addEventListener("keydown", event => { if (event.key === "ArrowUp" || event.key === "ArrowDown") arrows(inputs, event, i, j); });
        return input;
      }));
      fields.replaceChildren(...inputs.flat());
      slide.hidden = slideLabel.hidden = true;
      const here = question.value, own = given.value;
      change = async () => {
        const cells = inputs.map(row => row.map(input => input.value));
        const { html, error } = await ask("change", { question: here, given: own, cells, temperature: warm.value });
        if (html) moved.innerHTML = html; else moved.textContent = error;
        scrollers();
      };
      change();
    };
    const steps = () => {
      const [rows, cols] = found[question.value].lines[line.value] ?? [0, 0];
      cells.style.gridTemplateColumns = `repeat(${cols}, auto)`;
      const called = found[question.value].called[line.value];
      cells.setAttribute("aria-label", called);
      const grid = Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => {
        const show = async () => {
          grid.flat().forEach(other => other.setAttribute("aria-pressed", String(other === button)));
          const { html, error } = await ask("explain", { question: question.value, line: line.value, row: i, column: j, answers: kept.answers });
          if (html) explained.innerHTML = html; else explained.textContent = error;
          scrollers();
        };
        const button = make("button", { type: "button", textContent: `${i + 1},${j + 1}`, onclick: show, onfocus: show });
        button.setAttribute("aria-label", `${button.textContent}: ${fill(say.entry, called, i + 1, j + 1)}`);
        button.addEventListener("keydown", event => arrows(grid, event, i, j));
        return button;
      }));
      cells.replaceChildren(...grid.flat());
      explained.replaceChildren();
    };
    const warming = make("p", { className: "fields-row" }, warmLabel, warm, degree);
    const [questionLabel, question] = choice(say.question, Object.keys(found), () => givens());
    const [givenLabel, given] = choice(say.given, [], () => matrix());
    const [lineLabel, line] = choice(say.line, [], () => steps());
    const several = Object.keys(found).length > 1 ? [questionLabel, question] : [];
    givens();
    open(say.what_if, make("p", { textContent: say.what_if_says }), make("p", { className: "fields-row" }, ...several, givenLabel, given), fields,
      make("p", { className: "fields-row" }, slideLabel, slide), warming, moved,
      make("h3", { textContent: say.step_through }), make("p", { textContent: say.step_says }), make("p", { className: "fields-row" }, lineLabel, line), cells, explained);
  };

  // ---- the sheet as a picture: any entry lights what it is made of
  const pictured = async () => {
    const ids = [...new Set(lines.filter(line => line.rows).map(line => line.question))];
    const said = make("div", { className: "lit-says" }), drawn = make("div", { className: "stages" });
    said.setAttribute("role", "status");
    const draw = async id => {
      const { html, error } = await ask("picture", { question: id, answers: kept.answers });
      if (html) drawn.innerHTML = html; else drawn.textContent = error;
      said.replaceChildren();
      let at = null;
      const light = async cell => {
        const own = cell.closest(".drawn");
        if (at === cell || !own.classList.contains("result")) return;
        at = cell;
        const { of: line, i: row, j: column } = cell.dataset, stage = cell.closest(".stage");
        const { parts = [], html: told } = await ask("made of", { question: id, line, row: +row, column: +column });
        if (at !== cell) return;
        all(".lit, .from", drawn).forEach(other => other.classList.remove("lit", "from"));
        cell.classList.add("lit");
        const used = new Set(parts.map(part => part.join()));
        all("button[data-of]", stage).forEach(other => { if (other !== cell && used.has([other.dataset.of, other.dataset.i, other.dataset.j].join())) other.classList.add("from"); });
        said.innerHTML = told ?? "";
        stage.append(said);
      };
      all(".drawn-cells", drawn).forEach(box => {
        const cells = all("button", box), wide = box.style.gridTemplateColumns.match(/repeat\((\d+)/)[1];
        const grid = Array.from({ length: cells.length / wide }, (_, i) => cells.slice(i * wide, (i + 1) * wide));
        grid.forEach((row, i) => row.forEach((cell, j) => {
          cell.addEventListener("keydown", event => arrows(grid, event, i, j));
          for (const what of ["focus", "pointerenter", "click"]) cell.addEventListener(what, () => light(cell));
        }));
      });
      scrollers();
    };
    const [label, question] = choice(say.question, ids, () => draw(question.value));
    open(say.picture, make("p", { textContent: say.picture_says }), ...(ids.length > 1 ? [make("p", { className: "fields-row" }, label, question)] : []), drawn);
    await draw(ids[0]);
  };

  const drawTools = () => {
    tool(say.summary, summary);
    tool(say.save, async () => { const { name, text } = await ask("export", { answers: kept.answers }); save(name, text); });
    if (about.moves) tool(say.picture, pictured);
    if (about.moves) tool(say.what_if, whatIf);
    if (about.varies) tool(say.another, varied);
    tool(say.print, () => print());
    tool(say.again, () => { if (confirm(say.sure)) { forget(); location.reload(); } });
  };

  // ---- another tab writes too; the sheet may be another one than that which was answered
  addEventListener("storage", ({ key, newValue }) => {
    const line = lines.find(one => key === place + one.place), found = read(newValue) ?? {};
    if (!line || line.element.contains(document.activeElement)) return;  // what is being written here is the newer one
    take(line.question, line.name, found);
    line.clear();
    line.put(found.answer);
    if (found.checked) checked();
  });
  const notice = (first, text, button, onclick) => {
    const box = make("p", { className: "notice" }, `${text} `);
    box.setAttribute("role", "note");
    box.append(make("button", { type: "button", textContent: button, onclick: () => { onclick(); box.remove(); } }));
    first.before(box);
  };
  const corrected = () => {
    const old = lines.filter(line => { const found = before.get(line.place); return found?.of !== undefined && found.of !== looks[line.question]; });
    for (const question of new Set(old.map(line => line.question))) {
      const own = old.filter(line => line.question === question);
      notice(own[0].element, fill(say.corrected, own.map(line => line.called).join(", ")), say.looked, () => own.forEach(line => keep(question, line.name)));
    }
    const asked = new Set(all("[data-question]").map(({ dataset }) => JSON.stringify([dataset.question, dataset.line])));
    const gone = [...before].filter(([key, found]) => !asked.has(key) && !key.startsWith('["",') && found.answer !== undefined);
    if (gone.length) {
      const told = gone.map(([key, { answer }]) => `${JSON.parse(key)[1]} = ${Array.isArray(answer) ? `[${answer.map(row => row.join(", ")).join("; ")}]` : answer}`);
      notice(document.getElementById("questions"), fill(say.gone, told.join(", ")), say.looked, () => gone.forEach(([key]) => store.removeItem(place + key)));
    }
  };

  // ---- signs that a keyboard lacks, for the field that is being written in; a phone shows them above its own keys
  const drawSigns = () => {
    let field = null;
    const signs = ["√", "^", "/", "−", "(", ")", "e", "π", "∞", ...letters.map(([sign]) => sign)];
    const bar = make("div", { id: "signs", hidden: true }, ...signs.map(text => make("button", { type: "button", textContent: text, tabIndex: -1,
      onpointerdown: event => event.preventDefault(),  // the field stays the one that is written in
      onclick: () => { field?.setRangeText(text, field.selectionStart, field.selectionEnd, "end"); field?.dispatchEvent(new Event("input")); } })));
    bar.setAttribute("role", "toolbar");
    bar.setAttribute("aria-label", say.signs);
    document.body.append(bar);
    document.addEventListener("focusin", ({ target }) => { field = target.matches?.('.answer-line input[type="text"]') ? target : null; bar.hidden = !field; });
    document.addEventListener("focusout", ({ relatedTarget }) => { if (!relatedTarget) bar.hidden = true; });
  };

  // ---- beginning
  const drawLines = () => {
    all(".question").forEach(section => all("[data-question]", section).forEach(({ dataset }) => looks[dataset.question] ??= look(section)));
    all(".answer-line").forEach(element => lines.push(new Line(element)));
    for (const [key, found] of before) if (key.startsWith('["",')) take(...JSON.parse(key), found);
    corrected();
    all(".by-hand").forEach(element => {
      const { question, line: name } = element.dataset, line = { question, helps: make("div", { className: "helps" }) };
      const found = before.get(JSON.stringify([question, name]));
      if (found) take(question, name, found);
      element.append(make("div", { className: "buttons" }, helpButton(line, name, ["solution"])), line.helps);
    });
    scrollers();
  };
  const begin = async () => {
    const asked = new URLSearchParams(location.search), seed = asked.get("seed"), student = asked.get("id") ?? "";
    const opening = ask("open", { sheet: `${about.sheet}.toml`, seed, student });  // before anything that the fields ask for
    drawSigns();
    drawTools();  // now, so that nothing moves when the engine has come; what is asked of it waits
    if (seed === null) drawLines();
    const opened = await opening;
    if (opened.error) { tools.replaceChildren(); return tell(opened.error, true); }
    if (seed !== null) {
      document.getElementById("questions").innerHTML = opened.html;
      document.getElementById("whose").textContent = ` · ${student ? fill(say.numbers_of, student, seed) : fill(say.numbers, seed)}`;
      drawLines();
    }
    tell(store ? say.ready : say.not_kept);
    const first = Object.values(kept.checked).some(own => Object.keys(own).length) ? 1 : 0;
    if (first) await checked();
    if ("serviceWorker" in navigator && await navigator.serviceWorker.register("sw.js").catch(() => null)) {
      await navigator.serviceWorker.ready;
      if (store && checks <= first) tell(say.kept);  // but over no verdict that was asked for meanwhile
    }
    if (!turn) prepare();
  };
  window.practice = { ask, kept, report: () => report };  // for whoever tries things out in the console, and for tests
  begin();
})();
