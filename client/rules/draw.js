import { RulesError } from "./errors.js";
import { ascii } from "./random.js";
import { hex, hmac, sha256 } from "./sha256.js";
import { VARIANTS } from "./variants.js";

/** @import { Variant } from "./variants.js" */
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

/** What is published before the start; `code` is empty unless it was chosen. @type {(variant: Variant, code: string, secret: Uint8Array) => string} */
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
