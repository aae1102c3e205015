import { timeText } from "../i18n/index.js";
import { exactTimeText } from "../ui/numbers.js";

/** How many digits after the seconds tell two times apart that look equal. */
const DIGITS = 3;

/**
 * A time among others, as short as it can be told from those that differ: with tenths, if another one has the same second.
 * @type {(ms: number, all: number[]) => string}
 */
export function timeAmong(ms, all) {
  const others = all.filter((other) => other !== ms);
  const texts = (/** @type {number} */ digits) => (/** @type {number} */ each) =>
    digits ? exactTimeText(each).slice(0, digits - DIGITS || undefined) : timeText(each);
  for (const text of [0, 1, 2].map(texts))
    if (!others.some((other) => text(other) === text(ms))) return text(ms);
  return exactTimeText(ms);
}
