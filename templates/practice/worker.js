// The engine, in a thread of its own: Python, FLINT and symattn as they are, asked in JSON and answering in JSON.
import { loadPyodide } from "./engine/pyodide.js";

const bytes = name => fetch(new URL(name, import.meta.url)).then(answer => {
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
});
const WORK = "/work", ROOM = self.name || "symattn.practice.session";  // who is asked
const ask = fetch;
globalThis.fetch = (what, options) => {  // the largest file lies in the folder packed
  if (!String(what).endsWith(".wasm")) return ask(what, options);
  const unpacked = answer => new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  return ask(`${what}.bin`, options).then(answer => answer.ok ? unpacked(answer) : answer);
};

async function started() {
  const archives = Promise.all(["engine/flint.zip", "engine/symattn.zip"].map(bytes));
  const python = await loadPyodide({
    indexURL: new URL("engine/", import.meta.url).href,
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} },
  });
  postMessage({ stage: "python" });
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  for (const archive of await archives) python.unpackArchive(archive, "zip", { extractDir: packages });
  python.FS.mkdir(WORK);
  postMessage({ stage: "symattn" });
  const answer = python.runPython(`
import os, sys
os.chdir("${WORK}")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # what FLINT's parts share is linked once, not once for each of them
from pathlib import Path
from ${ROOM} import Session
Session(Path(".")).answer
`);
  const unpack = (files, where) => { python.unpackArchive(files, "zip", { extractDir: where }); python.runPython("import importlib; importlib.invalidate_caches()"); };
  return { answer, sheet: files => unpack(files, WORK), library: files => unpack(files, packages) };
}

const engine = started(), kept = new Map();
const once = (place, unpack) => {
  if (!kept.has(place)) kept.set(place, Promise.all([engine, bytes(place)]).then(([found, files]) => found[unpack](files)));
  kept.get(place).catch(() => kept.delete(place));  // it is asked for again
  return kept.get(place);
};
onmessage = async ({ data: { id, sheet, needs, request } }) => {
  try {
    for (const name of needs) await once(`engine/${name}.zip`, "library");  // SymPy comes with the sheets that need it
    if (sheet) await once(`sheets/${sheet}.zip`, "sheet");
    postMessage({ id, answer: (await engine).answer(request) });
  } catch (error) {
    postMessage({ id, answer: JSON.stringify({ error: String(error.message || error), failed: true }) });
  }
};
