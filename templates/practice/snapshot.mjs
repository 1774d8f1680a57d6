// Run by Node.js when a site is written: a picture of Python's memory as it is once symattn is there, has solved a sheet and marked
// an answer to it, so that a browser need not go through all of that. `node snapshot.mjs FOLDER SHEET NAME…`, archives in a folder that holds Pyodide.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { differ, link, start, sum, sums, unpacked, write } from "./link.mjs";
import { packed } from "./pack.mjs";

const PART = 1 << 24;  // packed in parts, for which there is room in the memory that it will fill
const [folder, sheet, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const own = { indexURL: folder, lockFileContents: JSON.parse(readFileSync(join(folder, "lock.json"))) };
let plain;
async function begun() {
  const python = await loadPyodide({ ...own, _makeSnapshot: true });
  plain ??= archives.map(name => readFileSync(join(folder, name))).map(data => data[0] === 0x1f ? gunzipSync(data) : unpacked(python._module, data));
  for (const data of plain) write(python, data);
  python.runPython("import importlib; importlib.invalidate_caches()");
  return python;
}
function tidied(module) {  // what is of no use any more is nothing in the picture
  const end = module.HEAPU32[module._emscripten_get_sbrk_ptr() / 4], taken = [];
  for (const place of Object.keys(module.LDSO.loadedLibsByHandle)) {
    const read = (Number(place) + 28) / 4;  // a library as it was read from its file, and how long that is
    module._free(module.HEAPU32[read]);
    module.HEAPU32.fill(0, read, read + 2);
  }
  for (let size = 1 << 16; size > 8; size /= 2) {  // all free room, from large to small
    do taken.push(module._malloc(size)); while (taken.at(-1) < end && module.HEAPU8.fill(0, taken.at(-1), taken.at(-1) + size));
  }
  for (const place of taken) module._free(place);
}
const libraries = ({ _module: { LDSO } }) => Object.keys(LDSO.loadedLibsByName).filter(name => name.startsWith("/"));

const WORKSHOP = archives.includes("workshop.zip"), ROOM = `symattn.${WORKSHOP ? "site.bench" : "practice.session"}`, FORMS = WORKSHOP ? '"key", "blank"' : "()";
function solved(python) {
  python.FS.mkdir("/work");
  python.FS.writeFile("/work/first.toml", new Uint8Array(readFileSync(join(folder, sheet))));
  python.runPython(`
import gc, json, os
from pathlib import Path
os.chdir("/work")
from ${ROOM} import Session

def once():  # what the page asks for first
  session, text = Session(Path(".")), Path("first.toml").read_text(encoding="utf-8")
  def asked(wanted, what, **facts):
    found = json.loads(session.answer(json.dumps({"do": what, **facts})))
    assert wanted in found, found
    return found
  for form in ${FORMS}:
    asked("html", "page", text=text, form=form)
  (first, *_), wrong = asked("fields", "open", sheet="first.toml")["fields"], [["1", "0.5"], ["sqrt(2)", "7"]]
  place = {"question": first["question"], "line": first["line"]}
  answers = {first["question"]: {first["line"]: wrong}}
  asked("cells", "read", value=wrong, **place)
  asked("cells", "cells", texts=wrong, answers=answers, **place)
  asked("lines", "check", answers=answers)
  for step in "hint", "entry", "working", "solution":
    asked("html", "help", step=step, answers=answers, **place)
  weight, other = "1/(1 + e)", "e/(1 + e)"  # not scaled, which the page names
  slipped = {first["question"]: {"A_1": [[weight, other], [other, weight]]}}
  assert asked("lines", "check", answers=slipped)["lines"][first["question"]]["A_1"]["verdict"] == "slip"
  asked("html", "picture", question=first["question"], answers=slipped)
  unread = {first["question"]: {"A_1": [["?", other], [other, weight]]}}
  assert asked("lines", "check", answers=unread)["lines"][first["question"]]["A_1"]["verdict"] == "unreadable"
  for _ in range(3):
    asked("more", "prepare", answers=answers, first=list(place.values()))

once()
del once
gc.collect()
`);
}

const tried = await begun();
solved(tried);
const names = libraries(tried).sort((a, b) => b.includes(".libs/") - a.includes(".libs/"));  // what others need first

const python = await begun(), module = python._module, places = [];
const brought = link(module, names, (size, own) => {
  places.push(own(size));
  return places.at(-1);
});
const after = module.wasmTable.length;  // every function of every library has a number in it
solved(python);
if (libraries(python).length !== names.length) throw new Error("a library came that was not linked");
tidied(module);
const picture = python.makeMemorySnapshot(), size = module.HEAP8.length;
const words = await new Promise(done => {  // of the memory of a page that is about to take the picture over
  globalThis.beforeSnapshot = module => {
    done(start(module));
    throw new Error("seen");
  };
  loadPyodide({ ...own, _loadSnapshot: Promise.resolve(new Uint8Array(size)) }).catch(() => {});
});
differ(picture, words, brought);
const about = { archives: archives.map(name => name.replace(/\.zip$/, "")), names, places, after, size, start: sum(words), brought: sums(brought) };
writeFileSync(join(folder, "snapshot.json"), JSON.stringify(about));
writeFileSync(join(folder, "snapshot.bin"), packed(tried._module, picture, PART));
process.exit();
