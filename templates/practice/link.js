// Libraries of machine code, brought before Python asks for them and in a fixed order: then each lies where it lay when the
// picture of Python's memory was taken, which was made by this too. `place` says where, by the size; Pyodide's own way of loading
// them looks through all names of FLINT for each of forty libraries.
// What comes back is what each of them has brought into the memory, which a picture need not hold once more.
export function link(module, names, place) {
  if (!module.HEAP32[module.trampoline]) module.wasmTable.grow(1);  // where there is no such function its place is kept
  const hidden = new Map(), found = {}, brought = [];  // what the libraries that others need give them
  module.placing = (size, own) => {
    brought.push([place(size, own), size]);
    return brought.at(-1)[0];
  };
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
  return brought.map(([at, size]) => [at, module.HEAPU8.slice(at, at + size)]);
}

// What is packed densely: how long it is, then parts, each with its length, that of what it is packed to, and that: by Zstandard,
// which Python's own machine code has and browsers have not.
export function unpacked(module, data) {
  const view = new DataView(data.buffer, data.byteOffset), found = new Uint8Array(view.getUint32(0));
  for (let at = 4, to = 0; at < data.length;) {
    const size = view.getUint32(at), length = view.getUint32(at + 4), from = module._malloc(size + length);
    module.HEAPU8.set(data.subarray(at += 8, at += length), from);
    if (module._ZSTD_decompress(from + length, size, from, length) !== size) throw new Error("a damaged file");
    found.set(module.HEAPU8.subarray(from + length, from + length + size), to);
    to += size;
    module._free(from);
  }
  return found;
}
export function files(data) {  // how long its list is, the list of its files with their sizes, and all of them
  let at = 4 + new DataView(data.buffer, data.byteOffset).getUint32(0);
  return Object.entries(JSON.parse(new TextDecoder().decode(data.subarray(4, at)))).map(([place, size]) => [place, data.subarray(at, at += size)]);
}
export const PACKAGES = "/lib/python3.14/site-packages/";
export function write({ FS }, data) {
  for (const [place, file] of files(data)) {
    FS.mkdirTree(PACKAGES + place.split("/").slice(0, -1).join("/"));
    FS.writeFile(PACKAGES + place, file, { canOwn: true });
  }
}

// The first three megabytes of the memory are what the machine code itself brings; a picture has there what differs from that. Where it
// is not the same to the last bit, which its sum tells, the picture does not fit. (Behind them are numbers drawn at random.)
export const start = ({ HEAPU32 }) => HEAPU32.slice(0, 3 << 18);
export const sum = words => words.reduce((one, other) => Math.imul(one, 31) + other | 0, 0);
export function differ(picture, words, brought) {
  const memory = new Uint32Array(picture.buffer, 4, 1)[0];  // behind what Pyodide notes
  for (const [at, bytes] of [[0, new Uint8Array(words.buffer)], ...brought]) {
    const own = new Uint8Array(picture.buffer, memory + at, bytes.length);
    for (let k = 0; k < own.length; k++) own[k] ^= bytes[k];
  }
}
export const sums = brought => brought.map(([, bytes]) => sum(bytes));
