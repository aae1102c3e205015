import { hmac } from "./sha256.js";

/** @typedef {Generator<number, never>} Words 32-bit numbers, without end */

/** @type {(text: string) => Uint8Array} */
export const ascii = (text) => new TextEncoder().encode(text);

/**
 * HMAC-SHA256 in counter mode: block i is HMAC(key, label and i), read as big-endian words.
 * @type {(key: Uint8Array, label: string) => Words}
 */
export function* words(key, label) {
  for (let i = 0; ; i++) {
    const counter = [i >>> 24, i >>> 16, i >>> 8, i];
    const block = new DataView(hmac(key, Uint8Array.of(...ascii(label), ...counter)).buffer);
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/**
 * A number below m, each equally likely: words from the largest multiple of m on are passed over.
 * @type {(m: number, source: Words) => number}
 */
export function below(m, source) {
  const limit = 2 ** 32 - (2 ** 32 % m);
  let word;
  do word = source.next().value;
  while (word >= limit);
  return word % m;
}

/** Fisher-Yates, from the last index down to 1. @type {(length: number, source: Words) => number[]} */
export function permutation(length, source) {
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = below(i + 1, source);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
