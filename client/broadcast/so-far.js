import { leadChanges } from "../race-page/timeline.js";
import { GAP } from "../rules/cards.js";
import { START } from "./news.js";

/** @import { Track } from "../race-page/timeline.js" */
/** @import { News } from "./news.js" */
/** @import { BroadcastState, Entry } from "./state.js" */

/** How a game came to its locked cards, from the start on. @type {(entry: Entry, opened: number) => Track} */
export function trackOf({ id, steps, moves }, opened) {
  const known = [{ ms: 0, locked: opened, moves: 0, reached_ms: 0 }];
  for (let i = 0; i < steps.length; i += 2)
    known.push({ ms: steps[i], locked: steps[i + 1], moves: Math.max(1, moves), reached_ms: steps[i] });
  return { id, steps: known };
}

/** What somebody has missed who comes late: the start, every change of the lead, and every end. @type {(state: BroadcastState) => News[]} */
export function soFar({ entries, hasStarted, opened }) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const leads = leadChanges(entries.map((entry) => trackOf(entry, opened))).map(({ ms, id, locked }) =>
    past("lead", ms, /** @type {Entry} */ (byId.get(id)), locked),
  );
  const ends = entries
    .filter(({ isWon, isOut }) => isWon || isOut)
    .map((entry) =>
      entry.isWon
        ? past("won", entry.lastMs, entry, entry.place)
        : past("out", entry.lastMs, entry, entry.locked),
    );
  const isWinning = (/** @type {News} */ lead) => ends.some(({ id, ms }) => id === lead.id && ms === lead.ms);
  const since = [...leads.filter((lead) => !isWinning(lead)), ...ends].sort((a, b) => a.ms - b.ms);
  return hasStarted ? [START, ...since] : since;
}

/** @type {(kind: News["kind"], ms: number, entry: Entry, n: number) => News} */
const past = (kind, ms, { id, name }, n) => ({ kind, ms, id, name, n, card: GAP });
