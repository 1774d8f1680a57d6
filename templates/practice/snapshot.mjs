// Run by Node.js when a site is written: a picture of Python's memory as it is once symattn is there, has solved a sheet and marked
// an answer to it, so that a browser need not go through all of that. `node snapshot.mjs FOLDER SHEET NAME…`, archives in a folder that holds Pyodide.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { link } from "./link.mjs";

const [folder, sheet, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
async function begun() {
  const python = await loadPyodide({ indexURL: folder, _makeSnapshot: true, lockFileContents: JSON.parse(readFileSync(join(folder, "lock.json"))) });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  for (const name of archives) python.unpackArchive(new Uint8Array(readFileSync(join(folder, name))), "zip", { extractDir });
  return python;
}
const libraries = ({ _module: { LDSO } }) => Object.keys(LDSO.loadedLibsByName).filter(name => name.startsWith("/"));

function solved(python) {
  python.FS.mkdir("/work");
  python.FS.writeFile("/work/first.toml", new Uint8Array(readFileSync(join(folder, sheet))));
  python.runPython(`
import gc, json, os
from pathlib import Path
os.chdir("/work")
from symattn.site.bench import Session

def once():  # what the workshop and a page to practise on ask for first
  session, text = Session(Path(".")), Path("first.toml").read_text(encoding="utf-8")
  def asked(wanted, what, **facts):
    found = json.loads(session.answer(json.dumps({"do": what, **facts})))
    assert wanted in found, found
    return found
  for form in "key", "blank":
    asked("html", "page", text=text, form=form)
  (first, *_), wrong = asked("fields", "open", sheet="first.toml")["fields"], [["1", "0.5"], ["sqrt(2)", "7"]]
  place = {"question": first["question"], "line": first["line"]}
  answers = {first["question"]: {first["line"]: wrong}}
  asked("cells", "read", value=wrong, **place)
  asked("cells", "cells", texts=wrong, answers=answers, **place)
  asked("lines", "check", answers=answers)
  asked("html", "help", step="hint", answers=answers, **place)
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
link(module, names, (size, own) => {
  places.push(own(size));
  return places.at(-1);
});
const after = module.wasmTable.length;  // every function of every library has a number in it
solved(python);
if (libraries(python).length !== names.length) throw new Error("a library came that was not linked");
const about = { archives: archives.map(name => name.replace(/\.zip$/, "")), names, places, after, size: module.HEAP8.length };
writeFileSync(join(folder, "snapshot.json"), JSON.stringify(about));
writeFileSync(join(folder, "snapshot.bin"), gzipSync(python.makeMemorySnapshot(), { level: 9 }));
process.exit();
