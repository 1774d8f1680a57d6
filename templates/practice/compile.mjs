// Run by Node.js when a site is written: Python's modules compiled by the Python of the browser, so that it need not do it
// each time a page is opened. `node compile.mjs FOLDER NAME…` does it to archives in a folder that holds Pyodide.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const env = { PYTHONNODEBUGRANGES: "1" };  // what of a line an error is about stays out: a sixth of all bytes
const python = await loadPyodide({ indexURL: folder, env, lockFileContents: JSON.parse(readFileSync(join(folder, "lock.json"))) });
const compile = python.runPython(`
import ast
import importlib._bootstrap_external as importing
import importlib.util
import zipfile

def undocumented(source):
  """A module's tree with empty docstrings."""
  tree = ast.parse(source)
  for node in ast.walk(tree):
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node) is not None:
      node.body[0].value.value = ""
  return tree

READ = "symattn/ops/", "symattn/formats/"  # whose sources and docstrings symattn reads itself

def compile_all():
  """The archive's modules as what they compile to, without sources and docstrings but where those are read."""
  with zipfile.ZipFile("/tmp/in.zip") as old, zipfile.ZipFile("/tmp/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
    for info in old.infolist():
      name, data = info.filename, old.read(info)
      if name.endswith(".py"):
        read = name.startswith(READ)
        if read:
          new.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        code = compile(data if read else undocumented(data), name, "exec", dont_inherit=True)
        name = importlib.util.cache_from_source(name) if read else name + "c"
        data = bytes(importing._code_to_hash_pyc(code, importlib.util.source_hash(data), False))
      new.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)

compile_all
`);
for (const name of process.argv.slice(3)) {
  python.FS.writeFile("/tmp/in.zip", new Uint8Array(readFileSync(join(folder, name))));
  compile();
  writeFileSync(join(folder, name), python.FS.readFile("/tmp/out.zip"));
}
