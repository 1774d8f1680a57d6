// The engine, in a thread of its own: Python, FLINT and symattn as they are, asked in JSON and answering in JSON.
import { loadPyodide } from "./engine/pyodide.js";

const bytes = name => fetch(new URL(name, import.meta.url)).then(answer => {
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
});
const WORK = "/work";

async function started(sheet) {
  const archives = Promise.all(["engine/flint.zip", "engine/symattn.zip", `sheets/${sheet}.zip`].map(bytes));
  const python = await loadPyodide({
    indexURL: new URL("engine/", import.meta.url).href,
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} },
  });
  postMessage({ stage: "python" });
  const [flint, symattn, files] = await archives;
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  for (const archive of [flint, symattn]) python.unpackArchive(archive, "zip", { extractDir: packages });
  python.unpackArchive(files, "zip", { extractDir: WORK });
  postMessage({ stage: "symattn" });
  const answer = python.runPython(`
import os
os.chdir("${WORK}")
from pathlib import Path
from symattn.practice.session import Session
Session(Path(".")).answer
`);
  postMessage({ stage: "ready" });
  return answer;
}

let engine = null;
onmessage = async ({ data: { id, sheet, request } }) => {
  engine ??= started(sheet);
  try {
    const answer = (await engine)(request);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, answer: JSON.stringify({ error: String(error.message || error), failed: true }) });
  }
};
