import { RulesError } from "./errors.js";
import { hex } from "./hex.js";
import { hmac, sha256 } from "./sha256.js";
import { VARIANTS } from "./variants.js";

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

/** @typedef {{ kind: "drawn" | "chosen" | "daily", candidate: number }} Origin where a deal code comes from */

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;

/** @type {(...parts: Uint8Array[]) => Uint8Array} */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The parts with a zero byte between them. @type {(...parts: Uint8Array[]) => Uint8Array} */
const separated = (...parts) =>
  joined(...parts.flatMap((part, at) => (at ? [Uint8Array.of(0), part] : [part])));

/** @throws {RulesError} bad_origin @type {(text: string) => Origin} */
export function parseOrigin(text) {
  const [, kind, number] = /^(drawn|chosen|daily)(?:\/(0|[1-9][0-9]{0,8}))?$/.exec(text) ?? [];
  if (!kind || (kind === "daily") !== (number !== undefined)) throw new RulesError("bad_origin", text);
  return { kind: /** @type {Origin["kind"]} */ (kind), candidate: Number(number ?? 0) };
}

/** @throws {RulesError} bad_seed @type {(text: string) => Uint8Array} */
export function parseSeed(text) {
  if (!/^[0-9a-f]{32}$/.test(text)) throw new RulesError("bad_seed", text);
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/** A variant as it stands in a commitment. @type {(variant: Variant) => string} */
export function rulesText({ name, shuffles, right_fill }) {
  const row = VARIANTS.find((variant) => variant.name === name);
  const changed = shuffles === row?.shuffles ? "" : `;shuffles=${shuffles}`;
  return name + changed + (right_fill ? ";right_fill=1" : "");
}

/** The commitment that is published before the start; `code` is empty unless it was chosen. @type {(variant: Variant, code: string, secret: Uint8Array) => string} */
export const commitmentTo = (variant, code, secret) =>
  hex(sha256(separated(ascii("gaprace/2/commit"), ascii(rulesText(variant)), ascii(code), secret)));

/** The key of all shuffles of a deal. @type {(secret: Uint8Array, seeds: Uint8Array[]) => Uint8Array} */
export const keyOf = (secret, seeds) => hmac(secret, separated(ascii("gaprace/2/deal"), joined(...seeds)));

/** The deal code that follows from a key: the first 50 bits of a digest. @type {(key: Uint8Array) => string} */
export function drawnCode(key) {
  const bits = Array.from(sha256(separated(ascii("gaprace/2/code"), key)).slice(0, 7), (byte) =>
    byte.toString(2).padStart(8, "0"),
  ).join("");
  return Array.from(
    { length: CODE_LENGTH },
    (_, at) => ALPHABET[parseInt(bits.slice(5 * at, 5 * at + 5), 2)],
  ).join("");
}

/** The deal code of a candidate for a daily. @type {(secret: Uint8Array, number: number) => string} */
export const candidateCode = (secret, number) => drawnCode(hmac(secret, ascii(`gaprace/2/daily/${number}`)));
