const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let c = byte;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The check sum of a board, as the server makes it (zlib). @type {(bytes: Readonly<Uint8Array>) => number} */
export function crc32(bytes) {
  let c = -1;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}
