import { formatBoard } from "../rules/board.js";

/** @import { Past } from "../rules/game.js" */
/** @import { Frame } from "./frames.js" */

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
