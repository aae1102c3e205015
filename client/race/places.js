/** @import { Lane } from "./state.js" */
/** How far one lane is ahead of another: in cards or, with equal cards, in ms. @typedef {{ cards: number, ms: number }} Lead */

/** One's own lane, and which others it is compared with. @typedef {{ own: Lane, level?: Lane, behind?: Lane, ahead?: Lane, leader?: Lane }} Place */

/**
 * One's own place: `level` with another, `ahead` of the second, or `behind` the next one and the `leader`, if that is a
 * third, or has won. Without a move there is no place yet, and only the leader.
 * @type {(lanes: Lane[]) => Place | null}
 */
export function ownPlace(lanes) {
  const own = lanes.find(({ isMine }) => isMine);
  if (!own) return null;
  if (!own.rank) return { own, leader: lanes.find(({ rank }) => rank === 1) };
  const better = lanes.filter(({ rank }) => rank && rank < own.rank);
  const level = lanes.find((each) => each !== own && each.rank === own.rank);
  const behind = level ? undefined : better.at(-1);
  const ahead = level || behind ? undefined : lanes.find(({ rank }) => rank > own.rank);
  const leader = better[0] === behind && !behind?.isWon ? undefined : better[0];
  return { own, level, behind, ahead, leader };
}

/** @type {(better: Lane, worse: Lane) => Lead} */
export const leadOf = (better, worse) => ({
  cards: better.locked - worse.locked,
  ms: worse.reachedMs - better.reachedMs,
});

/** Between the hues of two seats: the golden angle, so that those of any few seats are far apart (degrees). */
const HUE_STEP = 137.5;

/** The hue of a seat, in degrees, for `--hue`. @type {(seat: number) => string} */
export const hueOf = (seat) => String(seat * HUE_STEP);
