import { readTranscript } from "./actions.js";
import { formatBoard, locked, won } from "./board.js";
import { opening, parseCode, parseCommitment, parseSecret, redeal } from "./deal.js";
import { candidateCode, commitmentTo, drawnCode, keyOf, parseOrigin, parseSeed } from "./draw.js";
import { RulesError } from "./errors.js";
import { isOver, newGame, play, score } from "./game.js";
import { sentence } from "./sentences.js";
import { parseVariant } from "./variants.js";

/** @import { Origin } from "./draw.js" */
/** @import { VariantData } from "./variants.js" */

/**
 * A finished game with all that is needed to check it.
 * @typedef {{
 *   version: 2, variant: VariantData, code: string, secret: string, commitment: string, transcript: string,
 *   origin: string, seeds: string[], shuffled_boards: string[]
 * }} GameRecord
 */
/** @typedef {{ variant: Variant, code: string, key: Uint8Array }} Deal `key` is that of the shuffles */
/**
 * @typedef {{
 *   won: boolean, locked: number, score: number,
 *   moves: number, shuffles: number, time_ms: number, board: string
 * }} Outcome
 */
/** @typedef {{ code: Code, message: string, at: number }} Fault `at`: the first bad action, or 0 */

const TEXTS = ["code", "secret", "commitment", "transcript"];
const LISTS = ["seeds", "shuffled_boards"];
const FIELDS = ["version", "variant", "origin", ...TEXTS, ...LISTS];

/**
 * Draws a deal again, and plays the game again on it, from the record alone.
 * @type {(data: unknown) => { ok: true } & Outcome | { ok: false, error: Fault }}
 */
export function verifyRecord(data) {
  try {
    return { ok: true, ...outcome(data) };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { code, at } = error;
    return { ok: false, error: { code, message: sentence(error), at } };
  }
}

/**
 * The game before its first action and after each, with the milliseconds since the start.
 * @throws {RulesError} when the fault is reached
 * @type {(data: unknown) => Generator<{ game: Game, ms: number }, void>}
 */
export function* replay(data) {
  const record = parseRecord(data);
  const { variant, code, key } = committedDeal(record);
  const boards = [...record.shuffled_boards];
  let game = newGame(variant, opening(variant, code));
  yield { game, ms: 0 };
  let last = 0;
  for (const { action, ms } of readTranscript(record.transcript)) {
    if (ms < last && !isOver(game)) throw new RulesError("time_goes_back", ms, game.n + 1);
    last = ms;
    game = play(game, action, (board, k) => redeal(variant, board, key, k));
    if (action === "shuffle" && formatBoard(game.board) !== boards.shift())
      throw new RulesError("shuffle_mismatch", formatBoard(game.board), game.n);
    yield { game, ms };
  }
  if (boards.length) throw new RulesError("shuffle_mismatch", "none");
}

/** @type {(data: unknown) => Outcome} */
function outcome(data) {
  const [{ game, ms }] = [...replay(data)].slice(-1);
  const { board, moves, shuffles } = game;
  return {
    won: won(board),
    locked: locked(board),
    score: score(game),
    moves,
    shuffles,
    time_ms: ms,
    board: formatBoard(board),
  };
}

/** @type {(data: unknown) => GameRecord} */
function parseRecord(data) {
  const record = Object(data);
  if (Object.keys(record).length !== FIELDS.length || !FIELDS.every((field) => Object.hasOwn(record, field)))
    throw new RulesError("bad_record", `it needs exactly the fields ${FIELDS.join(", ")}`);
  const wrong = FIELDS.find((field) => !hasType(field, record[field]));
  if (wrong) throw new RulesError("bad_record", `${wrong} is of a wrong type`);
  return record;
}

/** @type {(field: string, value: unknown) => boolean} */
function hasType(field, value) {
  if (field === "version") return value === 2;
  if (field === "variant") return true;
  if (LISTS.includes(field)) return Array.isArray(value) && value.every((each) => typeof each === "string");
  return typeof value === "string";
}

/** @type {(record: GameRecord) => Deal} */
function committedDeal(record) {
  const variant = parseVariant(record.variant);
  const origin = parseOrigin(record.origin);
  const code = parseCode(record.code);
  const secret = parseSecret(record.secret);
  const seeds = record.seeds.map(parseSeed);
  if (seeds.length && origin.kind !== "drawn") throw new RulesError("bad_seed", record.seeds[0]);
  const key = keyOf(secret, seeds);
  const hash = commitmentTo(variant, origin.kind === "chosen" ? code : "", secret);
  if (parseCommitment(record.commitment) !== hash) throw new RulesError("commitment_mismatch", hash);
  const determined = determinedCode(origin, code, secret, key);
  if (code !== determined) throw new RulesError("code_mismatch", determined);
  return { variant, code, key };
}

/** @type {(origin: Origin, code: string, secret: Uint8Array, key: Uint8Array) => string} */
function determinedCode({ kind, candidate }, code, secret, key) {
  if (kind === "chosen") return code;
  return kind === "drawn" ? drawnCode(key) : candidateCode(secret, candidate);
}
