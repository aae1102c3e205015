import { t, timeText } from "../i18n/index.js";
import { Curves } from "../replay/curves.js";
import { h, morph } from "../ui/dom.js";
import { trackSoFar } from "./state.js";

/** @import { Track } from "../replay/timeline.js" */
/** @import { BroadcastState, Entry } from "./state.js" */

/** The time that the graph has at least, so that it does not shrink from the first second on (ms). */
const MIN_SPAN_MS = 30_000;
/** The time grows by this much at once: in between, only the games that have gone on are drawn again (ms). */
const GROWTH_MS = 1000;

/** The cards in place of all games until now; those of the large game and of the leader stand out. */
export class LeadGraph {
  #top = h("span");
  #now = h("span");
  #curves = new Curves(t("leadCurve"));
  element = h(
    "figure.lead-graph.panel",
    h("figcaption.small.soft.numbers", { "aria-hidden": "true" }, this.#top, this.#now),
    this.#curves.picture,
  );

  /** @param {BroadcastState} state @param {string} focus the game that is large */
  render({ entries, leader, ms, opened, cards }, focus) {
    const end = Math.max(MIN_SPAN_MS, Math.ceil(ms / GROWTH_MS) * GROWTH_MS);
    const curves = entries.map((entry) => ({ track: trackUntil(end, entry, opened), colour: entry.colour }));
    const top = this.#curves.draw(curves, cards, end);
    morph(this.#top, t("cards", { n: top }));
    morph(this.#now, timeText(Math.max(0, ms)));
    this.#curves.mark((id) => (id === focus ? "chosen" : id === leader ? "leader" : ""));
    this.#curves.raise([leader, focus]);
  }
}

/** A game goes on to the edge of the graph, unless it has ended. @type {(end: number, entry: Entry, opened: number) => Track} */
function trackUntil(end, entry, opened) {
  const { id, steps } = trackSoFar(entry, opened);
  const last = steps[steps.length - 1];
  const until = entry.isWon || entry.isOut ? entry.lastMs : end;
  return { id, steps: [...steps, { ...last, ms: Math.max(last.ms, until) }] };
}
