// Run by Node.js when a site is written: Python's modules compiled by the Python of the browser, so that it need not do it
// each time a page is opened. `node compile.mjs FOLDER` does it to the archives in a folder that holds Pyodide.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder, lockFileContents: JSON.parse(readFileSync(join(folder, "lock.json"))) });
const compile = python.runPython(`
import ast
import importlib._bootstrap_external as importing
import importlib.util
import zipfile

def undocumented(source):
  """A module's tree with empty docstrings."""
  tree = ast.parse(source)
  for node in ast.walk(tree):
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
      node.body[0].value.value = ""
  return tree

def compile_all(bare, documented):
  """Add to the archive's modules what they compile to; *bare* leaves their sources out."""
  with zipfile.ZipFile("/tmp/in.zip") as old, zipfile.ZipFile("/tmp/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
    for info in old.infolist():
      data, keep = old.read(info), True
      if info.filename.endswith(".py"):
        code = compile(data if documented else undocumented(data), info.filename, "exec", dont_inherit=True)
        made = bytes(importing._code_to_hash_pyc(code, importlib.util.source_hash(data), False))
        place = info.filename + "c" if bare else importlib.util.cache_from_source(info.filename)
        new.writestr(zipfile.ZipInfo(place), made, zipfile.ZIP_DEFLATED)
        keep = not bare
      if keep:
        new.writestr(zipfile.ZipInfo(info.filename), data, zipfile.ZIP_DEFLATED)

compile_all
`);
const ARCHIVES = [["python_stdlib.zip", true, true], ["flint.zip", true, true], ["sympy.zip", true, false], ["symattn.zip", false, true]];
for (const [name, bare, documented] of ARCHIVES) {
  if (!existsSync(join(folder, name))) continue;
  python.FS.writeFile("/tmp/in.zip", new Uint8Array(readFileSync(join(folder, name))));
  compile(bare, documented);
  writeFileSync(join(folder, name), python.FS.readFile("/tmp/out.zip"));
}
