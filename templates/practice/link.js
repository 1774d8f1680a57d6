// Libraries of machine code, brought before Python asks for them and in a fixed order: then each lies where it lay when the
// picture of Python's memory was taken, which was made by this too. `place` says where, by the size; Pyodide's own way of loading
// them looks through all names of FLINT for each of forty libraries.
export function link(module, names, place) {
  if (!module.HEAP32[module.trampoline]) module.wasmTable.grow(1);  // where there is no such function its place is kept
  const hidden = new Map(), found = {};  // what the libraries that others need give them
  module.placing = place;
  for (const name of names) {
    module.loadDynamicLibrary(name, { global: false, nodelete: true, loadAsync: false, allowUndefined: true }, Object.create(found));
    for (const library of Object.values(module.LDSO.loadedLibsByName)) if (library.name.includes(".libs/")) {
      if (!hidden.has(library)) hidden.set(library, library.exports);
      Object.assign(found, library.exports);
      library.exports = {};
    }
  }
  for (const [library, own] of hidden) library.exports = own;  // for what comes later
  module.placing = null;
  module.reportUndefinedSymbols();
}
