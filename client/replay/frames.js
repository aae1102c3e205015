import { readTranscript } from "../rules/actions.js";
import { columnsOf, formatBoard, lockedSlots, parseBoard, ROWS } from "../rules/board.js";
import { RulesError } from "../rules/errors.js";
import { newGame, play } from "../rules/game.js";
import { variantOf } from "../rules/variants.js";

/** @import { Replay } from "../net/messages.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Game, Past } from "../rules/game.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @typedef {{ game: Game, ms: number }} Frame a game after one of its actions, and when that was since the start (ms) */

/** A line of moves has no times: this long each move takes when it is shown (ms). */
const LINE_MOVE_MS = 1000;

/**
 * Return a finished game before its first action and after each. The boards after the shuffles are the server's: it
 * is for showing and proves nothing, `verifyRecord` does.
 * @type {(replay: Replay) => Frame[]}
 */
export function framesOf(replay) {
  const variant = variantOf(replay.variant);
  const frames = [{ game: newGame(variant, parseBoard(replay.opening, variant)), ms: 0 }];
  for (const { action, ms } of readTranscript(replay.transcript)) {
    const { game } = frames[frames.length - 1];
    frames.push({
      game: play(game, action, (_, k) => parseBoard(replay.shuffled_boards[k - 1], variant)),
      ms,
    });
  }
  return frames;
}

/** The actions that lead from frame to frame. @type {(replay: Replay) => Action[]} */
export const actionsOf = ({ transcript }) => Array.from(readTranscript(transcript), ({ action }) => action);

/**
 * Play a line of moves from a board.
 * @throws {RulesError} if one cannot be made, at its number; a line has no shuffle
 * @type {(variant: Variant, opening: Board, actions: Action[]) => Frame[]}
 */
export function lineFrames(variant, opening, actions) {
  const frames = [{ game: newGame(variant, opening), ms: 0 }];
  for (const [i, action] of actions.entries()) {
    const game = play(frames[i].game, action, () => {
      throw new RulesError("bad_action", action, i + 1);
    });
    frames.push({ game, ms: (i + 1) * LINE_MOVE_MS });
  }
  return frames;
}

/** The index of the last frame that is not later than a time. @type {(frames: { ms: number }[], ms: number) => number} */
export function frameAt(frames, ms) {
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (frames[middle].ms <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Find where two games on one deal diverged: the last board that both reached, in whichever order of moves, as the
 * index of the last frame of each game that shows it. Null for games on different deals.
 * @type {(one: Frame[], other: Frame[]) => { one: number, other: number } | null}
 */
export function divergence(one, other) {
  const frames = lastFrames(other);
  let found = null;
  let deepest = -1;
  for (const [text, at] of lastFrames(one)) {
    const match = frames.get(text);
    if (match === undefined) continue;
    const reached = depth(one[at].game.past) + depth(other[match].game.past);
    if (reached > deepest) found = { one: at, other: match };
    deepest = Math.max(reached, deepest);
  }
  return sameOpening(one, other) ? found : null;
}

/** @type {(one: Frame[], other: Frame[]) => boolean} */
const sameOpening = ([one], [other]) => formatBoard(one.game.board) === formatBoard(other.game.board);

/** The last frame that shows a board, by the board. @type {(frames: Frame[]) => Map<string, number>} */
const lastFrames = (frames) => new Map(frames.map(({ game }, at) => [formatBoard(game.board), at]));

/** How many actions lead to a board, without undone ones. @param {Past} past */
function depth(past) {
  let count = 0;
  for (let step = past; step; step = step.past) count++;
  return count;
}

/** The times of the frames of both games, ascending (ms). @type {(one: Frame[], other: Frame[]) => number[]} */
export const moments = (one, other) =>
  [...new Set([...one, ...other].map(({ ms }) => ms))].sort((a, b) => a - b);

/** @typedef {{ name: "row" | "cards", n: number, ms: number | null }} Split when n locked cards, or the first complete row, were reached */
/**
 * @typedef {{ name: Split["name"], n: number, mine: number | null, other: number | null, lead: number }} SplitComparison
 * one split of two games; `lead`: by how many ms mine was ahead, Infinity if the other never reached it
 */

const QUARTERS = 4;

/** When a game first had a complete row, and each quarter of the cards locked. @type {(frames: Frame[]) => Split[]} */
export function splits(frames) {
  const columns = columnsOf(frames[0].game.board);
  const all = ROWS * (columns - 1);
  /** @type {Split[]} */
  const found = [
    { name: "row", n: 1, ms: null },
    ...[1, 2, 3, 4].map((i) => ({
      name: /** @type {const} */ ("cards"),
      n: Math.round((all * i) / QUARTERS),
      ms: null,
    })),
  ];
  for (const { game, ms } of frames) {
    const slots = lockedSlots(game.board);
    for (const split of found) split.ms ??= isReached(split, slots, columns) ? ms : null;
  }
  return found;
}

/** @type {(split: Split, slots: number[], columns: number) => boolean} */
const isReached = ({ name, n }, slots, columns) =>
  name === "cards" ? slots.length >= n : slots.some((slot) => slot % columns === columns - 2);

/** Compare two games on one deal at each split that one of them reached. @type {(mine: Frame[], other: Frame[]) => SplitComparison[]} */
export function compareSplits(mine, other) {
  const others = splits(other);
  return splits(mine)
    .map(({ name, n, ms }, i) => ({ name, n, mine: ms, other: others[i].ms, lead: leadOf(ms, others[i].ms) }))
    .filter(({ mine, other }) => mine !== null || other !== null);
}

/** @type {(mine: number | null, other: number | null) => number} */
const leadOf = (mine, other) => (other ?? Infinity) - (mine ?? Infinity);
