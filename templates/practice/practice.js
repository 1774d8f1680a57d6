"use strict";
// The page's hands and eyes: it draws fields, sends what is typed to the engine, and shows what comes back. It decides nothing.
(() => {
  const about = JSON.parse(document.getElementById("about").textContent), say = about.say;
  const fill = (text, ...facts) => text.replace(/\{(\d)\}/g, (_, k) => facts[k]);
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const state = document.getElementById("state");
  const tell = (text, failed = false) => { state.textContent = text; state.classList.toggle("failed", failed); };

  // ---- the engine
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return tell(say.no_wasm, true);
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
  const ask = (what, facts = {}) => new Promise(done => {
    waiting.set(++count, done);
    worker.postMessage({ id: count, sheet: about.sheet, request: JSON.stringify({ do: what, ...facts }) });
  });

  // ---- what is kept in the browser
  const place = `symattn ${about.sheet} ${about.digest}${location.search}`;
  const blank = () => ({ answers: {}, checked: {}, used: {} });
  const kept = (() => { try { return { ...blank(), ...JSON.parse(localStorage.getItem(place)) }; } catch { return blank(); } })();
  const keep = () => { try { localStorage.setItem(place, JSON.stringify(kept)); } catch { /* storage is full or forbidden: it lasts as long as the page */ } };
  const within = (table, question) => table[question] ??= {};

  // ---- one line's fields
  const lines = [];
  class Line {
    constructor(element) {
      this.element = element;
      ({ question: this.question, line: this.name } = element.dataset);
      this.rows = +element.dataset.rows, this.cols = +element.dataset.cols;
      this.write = element.querySelector(".write");
      this.grid = make("div", { className: "matrix-input" });
      this.grid.setAttribute("role", "group");
      this.grid.setAttribute("aria-label", fill(say.answer, this.name));
      this.seen = make("div", { className: "understood" });
      this.verdict = make("div", { className: "verdict-box" });
      this.verdict.setAttribute("role", "status");
      this.helps = make("div", { className: "helps" });
      this.button = make("button", { type: "button", className: "main", textContent: say.check, onclick: () => this.check() });
      this.button.setAttribute("aria-label", `${say.check}: ${this.name}`);
      this.buttons = make("div", { className: "buttons" }, this.button);
      element.append(this.seen, this.buttons, this.verdict, this.helps);
      if (this.rows) this.write.append(this.grid, this.size());
      const before = within(kept.answers, this.question)[this.name];
      if (Array.isArray(before)) this.draw(before);
      else this.draw(Array.from({ length: this.rows || 1 }, () => Array(this.cols || 1).fill(before || "")));
    }
    size() {
      const field = (label, axis) => {
        const input = make("input", { type: "number", min: 1, max: 64, value: this[axis], onchange: () => {
          this[axis] = Math.min(64, Math.max(1, +input.value || 1));
          const old = this.cells();
          this.draw(Array.from({ length: this.rows }, (_, i) => Array.from({ length: this.cols }, (_, j) => old[i]?.[j] ?? "")));
          this.typed();
        } });
        input.setAttribute("aria-label", fill(label, this.name));
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
        input.setAttribute("aria-label", this.rows ? fill(say.entry, this.name, i + 1, j + 1) : fill(say.answer, this.name));
        input.addEventListener("input", () => this.typed());
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
    typed() {
      within(kept.answers, this.question)[this.name] = this.value();
      delete within(kept.checked, this.question)[this.name];
      keep();
      this.clear();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.understand(), 200);
    }
    async understand() {
      if (!this.filled()) return this.seen.replaceChildren();
      const value = this.value();
      const found = await ask("read", { question: this.question, line: this.name, value });
      if (JSON.stringify(value) === JSON.stringify(this.value())) this.shown(found);
    }
    shown({ html, says, error }) {
      this.seen.innerHTML = html ? `${say.understood} <math>${html}</math>` : "";
      if (says || error) this.seen.append(make("p", { textContent: says || error }));
    }
    clear() {
      this.element.classList.remove("right", "wrong", "nearly", "open", "missing");
      this.verdict.replaceChildren();
      this.inputs.flat().forEach(input => { input.classList.remove("right", "wrong", "nearly"); input.removeAttribute("aria-invalid"); });
    }
    async check() {
      if (!this.filled()) return void (this.verdict.textContent = say.nothing);
      const empty = this.inputs.flatMap((row, i) => row.map((input, j) => input.value.trim() ? null : [i, j])).find(Boolean);
      if (this.rows && empty) { this.verdict.textContent = fill(say.empty, empty[0] + 1, empty[1] + 1); return this.inputs[empty[0]][empty[1]].focus(); }
      within(kept.checked, this.question)[this.name] = true;
      this.verdict.textContent = say.checking;
      await checked();
    }
    judged({ kind, entries, html }) {
      this.clear();
      this.element.classList.add(kind);
      this.verdict.innerHTML = html;
      this.inputs.forEach((row, i) => row.forEach((input, j) => {
        const entry = entries[i]?.[j];
        if (!entry) return;
        const look = { correct: "right", follows: "right", imprecise: "nearly", undecided: "" }[entry] ?? "wrong";
        if (look) input.classList.add(look);
        input.setAttribute("aria-invalid", String(look === "wrong"));
      }));
    }
  }

  // ---- checking
  let report = null;
  const checked = async () => {
    keep();
    const found = await ask("check", { answers: kept.answers });
    if (found.error) return lines.forEach(line => { if (kept.checked[line.question]?.[line.name]) line.verdict.textContent = found.error; });
    report = found;
    lines.forEach(line => {
      const result = found.lines[line.question]?.[line.name];
      if (result && kept.checked[line.question]?.[line.name]) line.judged(result);
    });
  };

  // ---- beginning
  const begin = async () => {
    const asked = new URLSearchParams(location.search);
    const opened = await ask("open", { sheet: `${about.sheet}.toml`, seed: asked.get("seed"), student: asked.get("id") ?? "" });
    if (opened.error) return tell(opened.error, true);
    tell(say.ready);
    if (asked.get("seed") !== null) document.getElementById("questions").innerHTML = opened.html;
    if (asked.get("seed") !== null) all(".answer-line").forEach(element => lines.push(new Line(element)));
    if (Object.values(kept.checked).some(own => Object.keys(own).length)) await checked();
    if ("serviceWorker" in navigator) {
      await navigator.serviceWorker.register("sw.js");
      await navigator.serviceWorker.ready;
      tell(say.kept);
    }
  };
  if (new URLSearchParams(location.search).get("seed") === null) all(".answer-line").forEach(element => lines.push(new Line(element)));
  begin();
  window.practice = { ask, kept, report: () => report };  // for whoever tries things out in the console, and for tests
})();
