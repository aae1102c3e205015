import { WEIGHTS } from "./news.js";

/** @import { News } from "./news.js" */

/** How long a sentence stands alone at least, so that it can be read (ms). */
export const NEWS_INTERVAL_MS = 2200;
/** A screen reader speaks about fifteen characters in a second (ms). */
const CHARACTER_MS = 65;
/** The news that may wait for their turn. */
const MAX_WAITING = 3;

/** What matters so much is not kept waiting by what matters no more than this. */
const [GREAT, SMALL] = [3, 1];

/** How long a sentence stands alone, so that it can be read, and spoken to its end (ms). @param {string} text */
export const standsMs = (text) => Math.max(NEWS_INTERVAL_MS, CHARACTER_MS * text.length);

/**
 * Add news to those that wait. Who has lost the lead again is not said to take it, small news give way to great ones, and
 * of too many those that matter least are left out, the oldest first.
 * @type {(waiting: readonly News[], news: readonly News[]) => News[]}
 */
export function queued(waiting, news) {
  const all = [...waiting, ...news];
  const lastLead = all.findLastIndex(({ kind }) => kind === "lead" || kind === "comeback");
  const hasGreat = all.some(({ kind }) => WEIGHTS[kind] >= GREAT);
  const left = all.filter(
    ({ kind }, i) => (kind !== "lead" || i === lastLead) && !(hasGreat && WEIGHTS[kind] <= SMALL),
  );
  while (left.length > MAX_WAITING) left.splice(leastOf(left), 1);
  return left;
}

/** @type {(news: readonly News[]) => number} */
function leastOf(news) {
  const least = Math.min(...news.map(({ kind }) => WEIGHTS[kind]));
  return news.findIndex(({ kind }) => WEIGHTS[kind] === least);
}
