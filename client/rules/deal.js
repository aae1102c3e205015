import { ROWS, runLength } from "./board.js";
import { deck, GAP, rank, suit, TWOS } from "./cards.js";
import { ascii, permutation, words } from "./draw.js";
import { RulesError } from "./errors.js";

/** @typedef {Map<number, number>} Locked by slot: the token that is not dealt */

/**
 * The canonical form of a typed deal code, which may have any case, O for 0, I or L for 1, and hyphens.
 * @throws {RulesError} bad_code
 * @type {(text: string) => string}
 */
export function parseCode(text) {
  // Only ASCII letters, since toUpperCase would also turn others into them.
  const upper = text.replace(/-/g, "").replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const code = upper.replace(/O/g, "0").replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(code)) throw new RulesError("bad_code", text);
  return code;
}

const HEX = /^[0-9a-f]{64}$/;

/** @throws {RulesError} bad_secret @type {(text: string) => Uint8Array} */
export function parseSecret(text) {
  if (!HEX.test(text)) throw new RulesError("bad_secret");
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/** @throws {RulesError} bad_commitment @type {(text: string) => string} */
export function parseCommitment(text) {
  if (!HEX.test(text)) throw new RulesError("bad_commitment", text);
  return text;
}

/** The layout of a variant and a canonical deal code. @type {(variant: Variant, code: string) => Board} */
export const opening = (variant, code) => deal(variant, ascii(code), "gaprace/1/deal", placedTwos(variant));

/**
 * Shuffle k (1 or more) of a board. The key comes from the secret and the seeds.
 * @throws {RulesError} no_redeal
 * @type {(variant: Variant, board: Board, key: Uint8Array, k: number) => Board}
 */
export function redeal(variant, board, key, k) {
  if (variant.shuffle_when === null) throw new RulesError("no_redeal");
  return deal(variant, key, `gaprace/1/shuffle/${k}`, kept(variant, board));
}

/** @type {(card: Card, columns: number) => number} */
const tokenOf = (card, columns) => suit(card) * (columns - 1) + rank(card) - 2;

/** @type {(variant: Variant) => Locked} */
const placedTwos = ({ placed_twos, columns }) =>
  new Map(placed_twos ? TWOS.map((two, row) => [row * columns, tokenOf(two, columns)]) : []);

/** @type {(variant: Variant, board: Board) => Locked} */
function kept({ columns, keeps, gaps_after_shuffle }, board) {
  const locked = new Map();
  for (let row = 0; row < ROWS; row++) {
    const run = runLength(board, row);
    const keepsRun = keeps === "locked_runs" || (keeps === "complete_rows" && run === columns - 1);
    const start = row * columns;
    const end = keepsRun ? start + run : start;
    for (let slot = start; slot < end; slot++) locked.set(slot, tokenOf(board[slot], columns));
    if (gaps_after_shuffle === "after_run") locked.set(end, ROWS * (columns - 1) + row);
  }
  return locked;
}

/**
 * Deals each loose token to its slot of the permutation. Where a locked token lies there, it goes on to the
 * slot that this one was dealt, until a slot is free: a bijection, that one locked card more changes little.
 * @type {(variant: Variant, key: Uint8Array, label: string, locked: Locked) => Board}
 */
function deal({ columns }, key, label, locked) {
  const tokens = [...deck(columns), GAP, GAP, GAP, GAP];
  const dealt = permutation(tokens.length, words(key, label));
  const stays = new Map([...locked].map(([slot, token]) => [token, slot]));
  const board = new Uint8Array(tokens.length);
  for (const [token, card] of tokens.entries())
    board[stays.get(token) ?? landing(token, dealt, locked)] = card;
  return board;
}

/** @type {(token: number, dealt: number[], locked: Locked) => number} */
function landing(token, dealt, locked) {
  const held = locked.get(dealt[token]);
  return held === undefined ? dealt[token] : landing(held, dealt, locked);
}
