/** @typedef {{ from: number, to: number }} Range in whole seconds of the games */

/** The seconds that a clip may last. */
export const LENGTHS_S = [10, 20, 30, 60];
export const DEFAULT_LENGTH_S = 20;
/** Games side by side in a clip. */
export const MAX_GAMES = 4;
const SECOND_MS = 1000;

/** The seconds of a slider for games that end at a time. @type {(endMs: number) => number} */
export const lastSecond = (endMs) => Math.max(1, Math.ceil(endMs / SECOND_MS));

/** The range to begin with: from the instant that is shown to the end, or all. @type {(atMs: number, endMs: number) => Range} */
export function firstRange(atMs, endMs) {
  const to = lastSecond(endMs);
  const at = Math.floor(atMs / SECOND_MS);
  return { from: at < to && atMs < endMs ? at : 0, to };
}

/** A range after one of its ends was moved: the other one gives way. @type {(range: Range, moved: "from" | "to", last: number) => Range} */
export function pushed({ from, to }, moved, last) {
  if (from < to) return { from, to };
  if (moved === "from") return from < last ? { from, to: from + 1 } : { from: last - 1, to: last };
  return to > 0 ? { from: to - 1, to } : { from: 0, to: 1 };
}

/** How many times as fast a range is shown, so that it lasts no longer than a length (s). @type {(range: Range, length: number) => number} */
export const speedOf = ({ from, to }, length) => Math.max(1, (to - from) / length);

/** How long a clip of a range lasts (s), and how many times as fast it is. @type {(range: Range, length: number) => { seconds: number, speed: number }} */
export function pace({ from, to }, length) {
  const speed = speedOf({ from, to }, length);
  return { seconds: Math.round((to - from) / speed), speed: Math.round(speed) };
}
