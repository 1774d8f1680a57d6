// The page on which sheets are written: what is typed goes to the engine after a pause, and what comes back is shown at its place.
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, highlightActiveLine } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import { toml } from "@codemirror/legacy-modes/mode/toml";

const { known, say, starts, first } = JSON.parse(document.getElementById("about").textContent);
const at = id => document.getElementById(id);
const fill = (text, ...facts) => text.replace(/\{(\d)\}/g, (_, k) => facts[k]);
const tell = (text, failed = false) => { at("state").textContent = text; at("state").classList.toggle("failed", failed); };
const PAUSE = 150, PATIENCE = 15000;  // milliseconds: before what was typed is looked at, and before it can be stopped

// ---- the engine, the practice page's own; one that works too long is ended, and another one begins
let worker, count = 0, fresh = true;
const waiting = new Map();
function begin() {
  worker = new Worker("worker.js", { type: "module", name: "symattn.site.bench" });
  worker.onerror = event => tell(fill(say.failed, event.message || "worker.js"), true);
  worker.onmessage = ({ data }) => {
    if (data.stage) return fresh && tell(say[data.stage]);
    waiting.get(data.id)?.(JSON.parse(data.answer));
    waiting.delete(data.id);
  };
}
const needs = ["workshop"];
async function ask(what, facts, files = []) {
  const timer = setTimeout(() => { at("stop").hidden = fresh; }, PATIENCE);
  const found = await new Promise(done => {
    waiting.set(++count, done);
    worker.postMessage({ id: count, needs, files, request: JSON.stringify({ do: what, ...facts }) });
  });
  clearTimeout(timer);
  if (!waiting.size) at("stop").hidden = true;
  if (!found.needs) return found;
  needs.push(...found.needs);
  tell(say.more);
  return ask(what, facts, files);
}
at("stop").addEventListener("click", () => {
  worker.terminate();
  begin();
  for (const done of waiting.values()) done({ error: say.stopped });
  waiting.clear();
  at("stop").hidden = true;
});

// ---- completion: keys of the table that the cursor is in, heads of tables, words that a key takes, lines that may be asked
let lines = {};
const above = (state, position) => {
  const found = [...state.sliceDoc(0, position).matchAll(/^[ \t]*\[\[?([\w.]+)\]\]?/gm)].map(match => match[1]);
  return { table: found.at(-1) ?? "", question: found.filter(name => name === "question").length - 1 };
};
const table = name => known.tables[name] ?? known.tables[Object.keys(known.tables).find(key => key.includes("NAME") && name.startsWith(key.split("NAME")[0])) ?? ""];
function complete(context) {
  const line = context.state.doc.lineAt(context.pos), before = line.text.slice(0, context.pos - line.from);
  const { table: here, question } = above(context.state, line.from);
  const offer = (word, options) => ({ from: context.pos - word.length, options, validFor: /^[\w.*-]*$/ });
  let found;
  if ((found = before.match(/^\s*\[\[?([\w.]*)$/))) return offer(found[1], Object.keys(known.tables).filter(Boolean).map(label => ({ label, type: "namespace" })));
  if ((found = before.match(/^\s*asks\s*=.*["']([\w]*)$/))) return offer(found[1], (Object.values(lines)[question] ?? []).map(label => ({ label, type: "variable" })));
  if ((found = before.match(/^\s*(\w+)\s*=\s*["']([\w-]*)$/))) return offer(found[2], (table(here)?.[found[1]]?.words ?? []).map(label => ({ label, type: "constant" })));
  if ((found = before.match(/^\s*(\w*)$/)) && (found[1] || context.explicit))
    return offer(found[1], Object.entries(table(here) ?? {}).map(([label, { about, example }]) => ({ label, type: "property", info: example ? `${about}\n${label} = ${example}` : about, apply: `${label} = ` })));
  return null;
}

// ---- the editor
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: [tags.propertyName, tags.bracket, tags.heading], color: "var(--ink)" },
]);
const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--paper)", border: "1px solid #6b7a8c", borderRadius: ".25rem", fontSize: ".85rem" },
  "&.cm-focused": { outline: "3px solid var(--ink)", outlineOffset: "1px" },
  ".cm-content": { caretColor: "var(--text)", fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace' },
  ".cm-gutters": { backgroundColor: "var(--tint)", color: "var(--quiet)", border: "0" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-tooltip": { backgroundColor: "var(--tint)", color: "var(--text)", border: "1px solid var(--hair)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--ink)", color: "var(--paper)" },
  ".cm-completionInfo": { whiteSpace: "pre-wrap" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
});
const editor = new EditorView({
  parent: at("editor"),
  state: EditorState.create({ doc: "", extensions: [
    lineNumbers(), history(), bracketMatching(), closeBrackets(), highlightActiveLine(), lintGutter(), EditorView.lineWrapping,
    StreamLanguage.define(toml), syntaxHighlighting(colours), look, autocompletion({ override: [complete] }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": say.editing, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of(update => { if (update.docChanged) changed(); }),
  ] }),
});
const text = () => editor.state.doc.toString();
function put(wanted) {  // only what differs, so that the cursor stays where it is
  const had = text();
  let from = 0, end = 0;
  while (from < Math.min(had.length, wanted.length) && had[from] === wanted[from]) from++;
  while (end < Math.min(had.length, wanted.length) - from && had.at(-1 - end) === wanted.at(-1 - end)) end++;
  if (had !== wanted) editor.dispatch({ changes: { from, to: had.length - end, insert: wanted.slice(from, wanted.length - end) } });
}
function mark(problems) {
  const { doc } = editor.state;
  const found = problems.map(({ line, column, what, hint, severity, path }) => {
    const own = doc.line(Math.min(Math.max(line, 1), doc.lines)), from = Math.min(own.from + Math.max(column - 1, 0), own.to);
    const word = doc.sliceString(from, own.to).match(/^(?:\[\[?[\w.]*\]?\]?|[\w.-]+|"[^"]*"?|'[^']*'?|.)/)?.[0] ?? "";
    return { from, to: from + word.length, severity, message: hint ? `${what}\n${hint}` : what, line, path };
  });
  editor.dispatch(setDiagnostics(editor.state, found));
  at("problems").replaceChildren(...found.map(({ from, message, line, path }) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `${fill(say.line, line)} ${path ? `${path}: ` : ""}${message}` });
    button.addEventListener("click", () => { editor.dispatch({ selection: { anchor: from }, scrollIntoView: true }); editor.focus(); });
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

// ---- key and blank beside it
const form = () => document.querySelector("[data-form][aria-pressed=true]").dataset.form;
function show(id, html) {  // in a frame of its own, in which no script runs; where it was scrolled to it stays
  const frame = at(id).contentDocument, page = new DOMParser().parseFromString(html, "text/html");
  page.querySelectorAll("script").forEach(script => script.remove());
  const whole = frame.head?.innerHTML !== page.head.innerHTML || frame.documentElement.lang !== page.documentElement.lang;
  const [old, made] = whole ? [frame.documentElement, page.documentElement] : [frame.body, page.body];  // styles that stay are not read again
  old.replaceWith(frame.adoptNode(made));
}
let wanted = "", working = false, timer = 0;
function changed() {
  try { localStorage.setItem(place, text()); } catch { /* nothing is kept */ }
  clearTimeout(timer);
  timer = setTimeout(refresh, PAUSE);
}
async function refresh() {
  wanted = `${text()}\n${form()} ${at("detail").value}`;
  if (working) return;
  working = true;
  for (let done = ""; done !== wanted;) {
    done = wanted;
    const facts = { text: text(), detail: at("detail").value };
    for (const kind of [form(), form() === "key" ? "blank" : "key"]) {
      const found = made(facts, kind) ?? await ask("page", { ...facts, form: kind });
      if (done !== wanted) break;
      if (!told(found)) break;
      show(kind, found.html);
      lines = found.lines;
      form_of(found.fields);
      for (const key of ["notation", "language"]) at(key).value = found[key];  // what the sheet says, if it is one of those
    }
  }
  working = false;
  if (fresh) warm ??= warmed();
}
const made = ({ text, detail }, kind) => fresh && text === starts[first.name] && detail === "standard" ? first.pages[kind] : null;  // before the engine is there
let warm;
async function warmed() {  // another sheet, which nobody sees: what an edit needs has then been used before the first one
  const early = made({ text: text(), detail: at("detail").value }, form());
  if (early) tell(say.starting);
  const other = await ask("draw", { text: starts[first.name], seed: "1" });
  if (!other.text) return void told(other);
  fresh = false;
  if (early && !working) told(early);
  for (const kind of ["key", "blank"]) if (!working) await ask("page", { text: other.text, detail: "standard", form: kind });
  keep();
}
function told(found) {  // whether there is a page
  mark(found.problems ?? []);
  for (const id of ["key", "blank"]) at(id).classList.toggle("old", !found.html);
  const count = found.problems?.length ?? 0;
  tell(found.error ?? (count ? (count === 1 ? say.one_problem : fill(say.many_problems, count)) : say.ready), Boolean(found.error || !found.html));
  return Boolean(found.html);
}
for (const button of document.querySelectorAll("[data-form]")) button.addEventListener("click", () => {
  for (const other of document.querySelectorAll("[data-form]")) {
    other.setAttribute("aria-pressed", String(other === button));
    at(other.dataset.form).hidden = other !== button;
  }
});
at("detail").addEventListener("change", refresh);

// ---- the form: numbers and what is asked, each changed in the sheet's own text
let drawn = "";
const labelled = (type, label, facts, change) => {
  const input = Object.assign(document.createElement("input"), { type, ...facts });
  input.setAttribute("aria-label", label);
  input.addEventListener("change", change);
  return input;
};
function form_of(fields) {
  if (drawn === JSON.stringify(fields)) return;  // what is being typed in stays
  drawn = JSON.stringify(fields);
  at("fields").replaceChildren(...fields.map(({ id, given, lines, parts }, question) => {
    const box = document.createElement("fieldset"), legend = document.createElement("legend");
    legend.textContent = fill(say.question, id);
    const matrices = Object.entries(given).map(([name, rows]) => {
      const table = document.createElement("table"), caption = table.createCaption();
      caption.textContent = name;
      rows.forEach((row, i) => {
        const line = table.insertRow();
        row.forEach((value, j) => line.insertCell().append(labelled("text", fill(say.entry, name, i + 1, j + 1), { value, size: 3 },
          event => rewrite("enter", { question, name, row: i, column: j, value: event.target.value }))));
      });
      return table;
    });
    const asks = parts.map(({ label, asks }, part) => {
      const row = document.createElement("p");
      row.append(fill(say.asked, label || id), ": ", ...lines.flatMap(name => {
        const around = document.createElement("label");
        const tick = labelled("checkbox", name, { checked: asks.includes(name), value: name },
          () => rewrite("asks", { question, part, names: [...row.querySelectorAll(":checked")].map(one => one.value) }));
        around.append(tick, ` ${name}`);
        return [around, " "];
      }));
      return row;
    });
    box.append(legend, ...matrices, ...asks);
    return box;
  }));
}
at("make").addEventListener("click", () => {
  const sizes = Object.fromEntries(Object.keys(known.largest).map(name => [name, Number(at(name).value)]));
  rewrite("make", { kind: at("kind").value, sizes, causal: at("causal").checked, seed: random() }, {});
});
const several = () => { at("heads").disabled = at("kind").selectedOptions[0].dataset.several !== "true"; };
at("kind").addEventListener("change", several);
several();

// ---- what is done to the sheet
const rewrite = async (what, facts, before = { text: text() }) => {
  const found = await ask(what, { ...before, ...facts });
  if (found.text) put(found.text); else told(found);
};
at("begin").addEventListener("change", event => { if (event.target.value) put(starts[event.target.value]); event.target.value = ""; });
for (const key of ["notation", "language"]) at(key).addEventListener("change", event => rewrite("change", { key, value: event.target.value }));
at("draw").addEventListener("click", () => rewrite("draw", { seed: random() }));
const random = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
async function fetched(what, facts) {  // a sheet from the bank, which is read with its first use
  tell(say.bank);
  const found = await ask(what, facts);
  if (found.text) put(found.text); else told(found);
}
at("pick").addEventListener("click", () => fetched("pick", { topic: at("topic").value, level: at("level").value, marks: at("marks").value, minutes: at("minutes").value, seed: random() }));
at("open").addEventListener("change", async event => {
  const [file] = event.target.files;
  if (file) put(await file.text());
  event.target.value = "";
});

// ---- what is taken away: files, and an address that holds the sheet
function save(name, data, type = "application/octet-stream") {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
at("take").addEventListener("click", async () => {
  const [kind, format] = at("as").value.split(" ");
  if (!format) return save("sheet.toml", text(), "application/toml");
  const found = format === "practice"  // with the engine, which lies beside this page
    ? await ask("practice", { text: text() }, needs.includes("sympy") ? [...known.engine, "engine/sympy.bin"] : known.engine)
    : await ask("file", { text: text(), form: format, kind, detail: at("detail").value });
  if (!found.data) return void told(found);
  save(found.name, Uint8Array.from(atob(found.data), sign => sign.charCodeAt(0)));
});
const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer();
async function packed(sheet) {
  const data = new Uint8Array(await through(new TextEncoder().encode(sheet), new CompressionStream("deflate-raw")));
  return btoa(Array.from(data, byte => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(address) {
  const data = Uint8Array.from(atob(address.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  return new TextDecoder().decode(await through(data, new DecompressionStream("deflate-raw")));
}
at("share").addEventListener("click", async () => {
  const address = `${location.href.split("#")[0]}#sheet=${await packed(text())}`, field = at("address").querySelector("input");
  at("address").hidden = false;
  field.value = address;
  field.select();
  try { await navigator.clipboard.writeText(address); tell(say.copied); } catch { tell(say.copy_it); }
});

// ---- a student's answer
at("mark").addEventListener("click", async () => {
  tell(say.marking);
  const found = await ask("mark", { text: text(), answer: at("answer").value, ending: at("ending").value });
  if (!found.html) return void told(found);
  tell(say.ready);
  at("feedback").hidden = false;
  show("feedback", found.html);
});

// ---- the beginning: the sheet of the address, else the one that was written here before
const place = `symattn workshop ${location.pathname}`;
const before = (() => { try { return localStorage.getItem(place); } catch { return null; } })();
async function beginning() {
  const shared = location.hash.match(/^#sheet=(.+)$/);
  try {
    if (shared) return await unpacked(shared[1]);
  } catch { tell(say.bad_address, true); }
  return before ?? starts[first.name];
}
function keep() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register("sw.js").then(() => navigator.serviceWorker.ready).then(() => { if (!at("state").classList.contains("failed")) tell(say.kept); }).catch(() => {});
}
addEventListener("hashchange", async () => { if (location.hash.startsWith("#sheet=")) put(await beginning()); });
if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") tell(say.no_wasm, true);
else if (location.protocol === "file:") tell(say.no_server, true);
else {
  tell(say.starting);
  begin();
  if (before) put(before);  // what an address brings comes after it, and can be undone
  const asked = location.hash.match(/^#bank=([\w-]+)$/);
  if (asked) fetched("question", { id: asked[1] });
  else {
    put(await beginning());
    if (document.readyState !== "complete") await new Promise(done => addEventListener("load", done));  // the frames are there
    clearTimeout(timer);
    refresh();
  }
}
