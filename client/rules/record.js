import { formatBoard, locked, won } from "./board.js";
import { commitment, opening, parseCode, parseCommitment, parseSecret, redeal } from "./deal.js";
import { RulesError } from "./errors.js";
import { isOver, newGame, play, score } from "./game.js";
import { sentence } from "./sentences.js";
import { readTranscript } from "./transcript.js";
import { parseVariant } from "./variants.js";

/** @import { Game } from "./game.js" */
/** @import { Code } from "./sentences.js" */
/** @import { VariantData } from "./variants.js" */

/**
 * A finished game with all that is needed to check it.
 * @typedef {{
 *   variant: VariantData, code: string, secret: string, commitment: string, transcript: string
 * }} GameRecord
 */
/**
 * @typedef {{
 *   won: boolean, locked: number, score: number,
 *   moves: number, shuffles: number, time_ms: number, board: string
 * }} Outcome
 */
/** @typedef {{ code: Code, message: string, at: number }} Fault `at`: the first bad action, or 0 */

const TEXTS = ["code", "secret", "commitment", "transcript"];
const FIELDS = ["variant", ...TEXTS];

/**
 * Plays a record again, from its deal code and secret alone.
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
  const variant = parseVariant(record.variant);
  const code = parseCode(record.code);
  const secret = committedSecret(record);
  let game = newGame(variant, opening(variant, code));
  yield { game, ms: 0 };
  let last = 0;
  for (const { action, ms } of readTranscript(record.transcript)) {
    if (ms < last && !isOver(game)) throw new RulesError("time_goes_back", ms, game.n + 1);
    last = ms;
    game = play(game, action, (board, k) => redeal(variant, board, secret, k));
    yield { game, ms };
  }
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
  const wrong = TEXTS.find((field) => typeof record[field] !== "string");
  if (wrong) throw new RulesError("bad_record", `${wrong} must be a text`);
  return record;
}

/** @type {(record: GameRecord) => Uint8Array} */
function committedSecret(record) {
  const secret = parseSecret(record.secret);
  const hash = commitment(secret);
  if (parseCommitment(record.commitment) !== hash) throw new RulesError("commitment_mismatch", hash);
  return secret;
}
