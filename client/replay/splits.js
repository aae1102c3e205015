import { columnsOf, lockedSlots, ROWS } from "../rules/board.js";

/** @import { Frame } from "./frames.js" */
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
