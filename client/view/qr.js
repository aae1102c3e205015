/**
 * QR codes (ISO/IEC 18004) of short texts: bytes, error correction L, versions 1 to 5, so one block; mask 0.
 * The rows of a square, true where it is dark; null for a text that is too long.
 * @type {(text: string) => boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = DATA.findIndex((size) => bytes.length + 2 <= size);
  if (version < 0) return null;
  const size = 21 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(undefined));
  drawPatterns(grid, size, version);
  fill(grid, size, bitsOf(codewords(bytes, DATA[version], CHECK[version])));
  return grid.map((row) => row.map(Boolean));
}

/** Code words of data and of error correction, by version. */
const DATA = [19, 34, 55, 80, 108];
const CHECK = [7, 10, 15, 20, 26];
/** Level L, mask 0, with its error correction. */
const FORMAT = 0b111011111000100;

/** @type {(bytes: Uint8Array, size: number, check: number) => number[]} */
function codewords(bytes, size, check) {
  const half = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const data = Array.from({ length: half.length / 2 }, (_, i) => half[2 * i] * 16 + half[2 * i + 1]);
  for (let i = 0; data.length < size; i++) data.push(i % 2 ? 0x11 : 0xec);
  return [...data, ...remainder(data, check)];
}

/** Multiplies in GF(256). @type {(a: number, b: number) => number} */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** Reed-Solomon. @type {(data: number[], count: number) => number[]} */
function remainder(data, count) {
  let generator = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    generator = [...generator, 0].map((value, at) => value ^ (at ? times(generator[at - 1], root) : 0));
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    for (const [at, value] of generator.entries()) rest[i + at] ^= times(value, factor);
  }
  return rest.slice(data.length);
}

/** @type {(words: number[]) => number[]} */
const bitsOf = (words) => words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (word >> bit) & 1));

/** @type {(grid: (boolean | undefined)[][], size: number, version: number) => void} */
function drawPatterns(grid, size, version) {
  for (const [y, x] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(grid, y, x, 4, (ring) => ring !== 2 && ring !== 4);
  if (version) square(grid, size - 7, size - 7, 2, (ring) => ring !== 1);
  for (let i = 8; i < size - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  for (let i = 0; i < 15; i++) {
    const bit = ((FORMAT >> i) & 1) === 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit;
    grid[8][i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = bit;
  }
  grid[size - 8][8] = true;
}

/** Rings about a middle. @type {(grid: (boolean | undefined)[][], y: number, x: number, reach: number, dark: (ring: number) => boolean) => void} */
function square(grid, y, x, reach, dark) {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      if (grid[y + dy] && x + dx >= 0 && x + dx < grid.length)
        grid[y + dy][x + dx] = dark(Math.max(Math.abs(dy), Math.abs(dx)));
}

/** In pairs of columns from the right, up and down. @type {(grid: (boolean | undefined)[][], size: number, bits: number[]) => void} */
function fill(grid, size, bits) {
  let next = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1])
        if (grid[y][x] === undefined) grid[y][x] = ((bits[next++] ?? 0) === 1) !== ((y + x) % 2 === 0);
    }
  }
}

/** The code as a picture. @type {(text: string, label: string) => SVGElement | null} */
export function qrPicture(text, label) {
  const grid = qrCode(text);
  if (!grid) return null;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute(
    "d",
    grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""),
  );
  svg.setAttribute("viewBox", `-3 -3 ${grid.length + 6} ${grid.length + 6}`);
  svg.setAttribute("class", "qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.append(path);
  return svg;
}
