/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), synchronous and without `crypto.subtle`, which a page that was
 * opened over plain http does not have.
 */

/** @type {(count: number) => number[]} */
function primes(count) {
  const found = [2];
  for (let n = 3; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The first 32 bits of a fraction. A double has bits to spare: none of the roots can round wrong. */
const fraction = (/** @type {number} */ root) => ((root % 1) * 2 ** 32) | 0;

const INITIAL = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/** @type {(x: number, n: number) => number} */
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

/** The message, one bit, zeros, and the length in bits. @type {(message: Uint8Array) => DataView} */
function padded(message) {
  const bytes = new Uint8Array((message.length + 72) & ~63);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, message.length / 2 ** 29);
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

/** The 64 words of a block's schedule. @type {(view: DataView, start: number) => Int32Array} */
function schedule(view, start) {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

/** @type {(state: Int32Array, words: Int32Array) => void} */
function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t1 = h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + words[i];
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
}

/** 32 bytes. @type {(message: Uint8Array) => Uint8Array} */
export function sha256(message) {
  const view = padded(message);
  const state = Int32Array.from(INITIAL);
  for (let start = 0; start < view.byteLength; start += 64) compress(state, schedule(view, start));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setInt32(4 * i, word);
  return new Uint8Array(digest.buffer);
}

/** 32 bytes. @type {(key: Uint8Array, message: Uint8Array) => Uint8Array} */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const masked = (/** @type {number} */ mask) => block.map((byte) => byte ^ mask);
  return sha256(joined(masked(0x5c), sha256(joined(masked(0x36), message))));
}

/** @type {(head: Uint8Array, tail: Uint8Array) => Uint8Array} */
function joined(head, tail) {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
