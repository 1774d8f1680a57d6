// Run by Node.js when a site is written: what is packed as link.js unpacks it. Python's machine code packs too.
const BEST = 19;

export function packed(module, data, part = data.length) {
  const found = [whole(data.length)];
  for (let at = 0; at < data.length; at += part) {
    const one = data.subarray(at, at + part), most = Number(module._ZSTD_compressBound(one.length)), from = module._malloc(one.length + most);
    module.HEAPU8.set(one, from);
    const length = module._ZSTD_compress(from + one.length, most, from, one.length, BEST);
    if (!(length > 0 && length <= most)) throw new Error("not packed");
    found.push(whole(one.length), whole(length), module.HEAPU8.slice(from + one.length, from + one.length + length));
    module._free(from);
  }
  return Buffer.concat(found);
}
function whole(number) {
  const found = Buffer.alloc(4);
  found.writeUInt32BE(number);
  return found;
}
