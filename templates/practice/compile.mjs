// Run by Node.js when a site is written: Python's modules compiled by the Python of the browser, so that it need not do it
// each time a page is opened. `node compile.mjs FOLDER NAME…` does it to archives in a folder that holds Pyodide; what becomes of
// them is packed as link.js unpacks it, but Python's own library, which Pyodide opens itself.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packed } from "./pack.mjs";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const env = { PYTHONNODEBUGRANGES: "1" };  // what of a line an error is about stays out: a sixth of all bytes
const python = await loadPyodide({ indexURL: folder, env, lockFileContents: JSON.parse(readFileSync(join(folder, "lock.json"))) });
const compile = python.runPython(`
import ast
import importlib._bootstrap_external as importing
import importlib.util
import json
import zipfile

def undocumented(source):
  """A module's tree with empty docstrings."""
  tree = ast.parse(source)
  for node in ast.walk(tree):
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node) is not None:
      node.body[0].value.value = ""
  return tree

READ = "symattn/ops/", "symattn/formats/"  # whose sources and docstrings symattn reads itself

def compile_all(loose):
  """The archive's modules as what they compile to, without sources and docstrings but where those are read: a *loose* archive, or
  how long the list of the files is, the list with their sizes, and all of them."""
  made = {}
  with zipfile.ZipFile("/tmp/in.zip") as old:
    for name in old.namelist():
      data = old.read(name)
      if name.endswith(".py"):
        read = name.startswith(READ)
        if read:
          made[name] = data
        code = compile(data if read else undocumented(data), name, "exec", dont_inherit=True)
        name = importlib.util.cache_from_source(name) if read else name + "c"
        data = bytes(importing._code_to_hash_pyc(code, importlib.util.source_hash(data), False))
      made[name] = data
  if loose:
    with zipfile.ZipFile("/tmp/out", "w") as new:
      for name, data in made.items():
        new.writestr(zipfile.ZipInfo(name), data)
  else:
    listed = json.dumps({name: len(data) for name, data in made.items()}).encode()
    open("/tmp/out", "wb").write(b"".join([len(listed).to_bytes(4, "big"), listed, *made.values()]))

compile_all
`);
for (const name of process.argv.slice(3)) {
  python.FS.writeFile("/tmp/in.zip", new Uint8Array(readFileSync(join(folder, name))));
  const loose = name === "python_stdlib.zip";
  compile(loose);
  const made = python.FS.readFile("/tmp/out");
  writeFileSync(join(folder, name), loose ? made : packed(python._module, made));
}
