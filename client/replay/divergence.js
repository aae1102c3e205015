import { formatBoard } from "../rules/board.js";

/** @import { Past } from "../rules/game.js" */
/** @import { Frame } from "./splits.js" */

/**
 * Where two games on one deal parted: the farthest board that both stood on, whichever way they came to it, and for
 * each the last frame that shows it. The same cards in another order lead to the same board, and so may a shuffle.
 * None for games on different deals.
 * @type {(one: Frame[], other: Frame[]) => { one: number, other: number } | null}
 */
export function parting(one, other) {
  const places = lastPlaces(other);
  let found = null;
  let farthest = -1;
  for (const [text, at] of lastPlaces(one)) {
    const place = places.get(text);
    if (place === undefined) continue;
    const far = depth(one[at].game.past) + depth(other[place].game.past);
    if (far > farthest) found = { one: at, other: place };
    farthest = Math.max(far, farthest);
  }
  return sameOpening(one, other) ? found : null;
}

/** @type {(one: Frame[], other: Frame[]) => boolean} */
const sameOpening = ([one], [other]) => formatBoard(one.game.board) === formatBoard(other.game.board);

/** By board, the last frame that shows it. @type {(frames: Frame[]) => Map<string, number>} */
const lastPlaces = (frames) => new Map(frames.map(({ game }, at) => [formatBoard(game.board), at]));

/** How many actions lead to a board, without those that were undone. @param {Past} past */
function depth(past) {
  let count = 0;
  for (let step = past; step; step = step.past) count++;
  return count;
}

/** When something happened in either game, ascending (ms). @type {(one: Frame[], other: Frame[]) => number[]} */
export const moments = (one, other) =>
  [...new Set([...one, ...other].map(({ ms }) => ms))].sort((a, b) => a - b);
