// The engine, in a thread of its own: Python, FLINT and symattn as they are, asked in JSON and answering in JSON.
import { loadPyodide } from "./engine/pyodide.js";
import { differ, link, start, sum, sums, unpacked, write } from "./link.js";

const brought = name => fetch(new URL(name, import.meta.url)).then(answer => {
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
});
const bytes = name => brought(name).then(answer => answer.arrayBuffer());
const inflated = answer => new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
const WORK = "/work", ROOM = self.name || "symattn.practice.session";  // who is asked
const PICTURE = false;  // whether a picture of Python's memory lies in the folder, from which it begins in half the time
const ask = fetch;
globalThis.fetch = (what, options) => {  // the largest files lie in the folder packed
  if (!/(\.wasm|_stdlib\.zip)$/.test(what)) return ask(what, options);
  return ask(`${what}.bin`, options).then(answer => answer.ok ? inflated(answer) : answer);
};

async function packed(name) {  // what unpacks a file, once Python's machine code is there
  const data = new Uint8Array(await bytes(`engine/${name}.bin`));
  if (data[0] !== 0x1f) return module => unpacked(module, data);
  const plain = new Uint8Array(await inflated(new Response(data)).arrayBuffer());  // written without Node.js: by gzip
  return () => plain;
}
const script = brought("engine/pyodide.asm.mjs.bin").then(answer => inflated(answer).blob())
  .then(plain => import(URL.createObjectURL(new Blob([plain], { type: "text/javascript" }))));
const own = {
  createPyodideModule: async options => (await script).default(options),
  indexURL: new URL("engine/", import.meta.url).href,
  lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} },
};

async function pictured() {  // Python as it was when the picture was taken
  const about = await (await brought("engine/snapshot.json")).json();
  let trampoline = 0;
  const [picture, ...archives] = await Promise.all(["snapshot", ...about.archives].map(packed));
  globalThis.beforeSnapshot = module => {
    trampoline = module.HEAP32[module.trampoline];
    const words = start(module);
    if (sum(words) !== about.start) throw new Error("this browser has another memory");
    for (const one of archives) write(module, one(module));
    const found = picture(module), places = [...about.places];
    if (module.HEAP8.length < about.size) module.growMemory(about.size);
    const brought = link(module, about.names, size => {
      const at = places.shift();
      module.HEAPU8.fill(0, at, at + size);  // as it was when the picture was taken, whatever was unpacked here
      return at;
    });
    if (module.wasmTable.length !== about.after) throw new Error("this browser has another table");
    if (sums(brought).join() !== about.brought.join()) throw new Error("this browser links otherwise");
    differ(found, words, brought);
    return found;
  };
  const python = await loadPyodide({ ...own, _loadSnapshot: Promise.resolve(new Uint8Array(about.size)) }), { _module: module } = python;
  module.HEAP32[module.trampoline] = trampoline;  // this browser's own, not that of where the picture was taken
  return [python, about.archives];
}
async function built() {
  const names = ["flint", "symattn"], archives = Promise.all(names.map(packed)), python = await loadPyodide(own);
  postMessage({ stage: "python" });
  for (const one of await archives) write(python, one(python._module));
  return [python, names];
}

async function started() {
  const [python, there] = await (PICTURE ? pictured().catch(built) : built());
  python.FS.mkdirTree(WORK);
  postMessage({ stage: "symattn" });
  const answer = python.runPython(`
import os, sys
os.chdir("${WORK}")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # what FLINT's parts share is linked once, not once for each of them
from pathlib import Path
from ${ROOM} import Session
Session(Path(".")).answer
`);
  return {
    answer,
    sheet: async name => python.unpackArchive(await bytes(`sheets/${name}.zip`), "zip", { extractDir: WORK }),
    file: async name => {
      python.FS.mkdirTree(`${WORK}/${name.split("/").slice(0, -1).join("/")}`);
      python.FS.writeFile(`${WORK}/${name}`, new Uint8Array(await bytes(name)), { canOwn: true });
    },
    library: async name => {
      if (there.includes(name)) return;
      write(python, (await packed(name))(python._module));
      python.runPython("import importlib; importlib.invalidate_caches()");
    },
  };
}

const engine = started(), kept = new Map();
const once = (what, name) => {
  const place = `${what} ${name}`;
  if (!kept.has(place)) kept.set(place, engine.then(found => found[what](name)));
  kept.get(place).catch(() => kept.delete(place));  // it is asked for again
  return kept.get(place);
};
onmessage = async ({ data: { id, sheet, needs, files = [], request } }) => {
  try {
    for (const name of needs) await once("library", name);  // SymPy comes with the sheets that need it
    if (sheet) await once("sheet", sheet);
    for (const name of files) await once("file", name);
    postMessage({ id, answer: (await engine).answer(request) });
  } catch (error) {
    postMessage({ id, answer: JSON.stringify({ error: String(error.message || error), failed: true }) });
  }
};
