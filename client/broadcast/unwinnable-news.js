import { GAP } from "../rules/cards.js";

/** @import { GameChance } from "../net/messages.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { News } from "./news.js" */
/** @import { BroadcastState, Entry } from "./state.js" */

/** Finds players who go on although moves alone are proven not to win any more. It is said once until their next shuffle. */
export class UnwinnableNews {
  /** The latest outlook of each game. @type {Map<string, GameChance>} */ #latest = new Map();
  /** @type {Set<string>} */ #said = new Set();

  /** @param {BroadcastState} state @param {Variant} variant @returns {News[]} */
  of({ entries }, variant) {
    return entries.filter((entry) => this.#goesOn(entry)).map((entry) => newsOf(entry, variant));
  }

  /** Whether two proofs follow each other: there was an action in between. @param {Entry} entry */
  #goesOn({ id, isStuck, outlook, shuffles }) {
    const before = this.#latest.get(id);
    if (!outlook || outlook === before) return false;
    this.#latest.set(id, outlook);
    const deal = `${id} ${shuffles}`;
    if (!before?.unwinnable || !outlook.unwinnable || isStuck || this.#said.has(deal)) return false;
    this.#said.add(deal);
    return true;
  }
}

/** @type {(entry: Entry, variant: Variant) => News} */
const newsOf = ({ id, lastMs, name, shuffles }, variant) => ({
  kind: "unwinnable",
  ms: lastMs,
  id,
  name,
  n: Math.max(0, variant.shuffles - shuffles),
  card: GAP,
});
