import { t, timeText } from "../i18n/index.js";
import { curveLine, curvePicture, stairs } from "../replay/timeline.js";
import { h, morph } from "../ui/dom.js";
import { trackSoFar } from "./state.js";

/** @import { BroadcastState, Entry } from "./state.js" */

/** The time that the graph has at least, so that it does not shrink from the first second on (ms). */
const MIN_SPAN_MS = 30_000;
/** The time grows by this much at once: in between, only the games that have gone on are drawn again (ms). */
const GROWTH_MS = 1000;

/** The cards in place of all games until now; those of the large game and of the leader stand out. */
export class LeadGraph {
  /** @type {Map<string, SVGElement>} */ #lines = new Map();
  #top = h("span");
  #now = h("span");
  #svg = curvePicture(t("leadCurve"));
  element = h(
    "figure.lead-graph.panel",
    h("figcaption.small.soft.numbers", { "aria-hidden": "true" }, this.#top, this.#now),
    this.#svg,
  );

  /** @param {BroadcastState} state @param {string} focus the game that is large */
  render({ entries, leader, ms, opened, cards }, focus) {
    const end = Math.max(MIN_SPAN_MS, Math.ceil(ms / GROWTH_MS) * GROWTH_MS);
    const top = heightOf(entries, cards);
    morph(this.#top, t("cards", { n: top }));
    morph(this.#now, timeText(Math.max(0, ms)));
    this.#keep(entries);
    for (const entry of entries.toReversed()) this.#draw(entry, { opened, top, end });
    for (const [id, line] of this.#lines)
      line.setAttribute("class", id === focus ? "chosen" : id === leader ? "leader" : "");
    this.#raise([leader, focus]);
  }

  /** Let lines lie above all others, the last one on top. @param {string[]} ids */
  #raise(ids) {
    const lines = [...new Set(ids)].flatMap((id) => this.#lines.get(id) ?? []);
    const top = [...this.#svg.children].slice(-lines.length);
    if (lines.some((line, i) => line !== top[i])) this.#svg.append(...lines);
  }

  /** @param {Entry[]} entries */
  #keep(entries) {
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, line] of this.#lines) {
      if (ids.has(id)) continue;
      line.remove();
      this.#lines.delete(id);
    }
  }

  /** @param {Entry} entry @param {{ opened: number, top: number, end: number }} scale */
  #draw(entry, { opened, top, end }) {
    const line = this.#lines.get(entry.id) ?? this.#add(entry);
    const { id, steps } = trackSoFar(entry, opened);
    const last = steps[steps.length - 1];
    const until = entry.isWon || entry.isOut ? entry.lastMs : end;
    const shown = [...steps, { ...last, ms: Math.max(last.ms, until) }];
    const points = stairs({ id, steps: shown }, top, end);
    if (line.getAttribute("points") !== points) line.setAttribute("points", points);
  }

  /** @param {Entry} entry */
  #add({ id, colour }) {
    const line = curveLine(colour);
    this.#lines.set(id, line);
    this.#svg.append(line);
    return line;
  }
}

/** The cards at the upper edge: the most that a game had in place, and at least a quarter of all. @type {(entries: Entry[], cards: number) => number} */
const heightOf = (entries, cards) =>
  Math.max(
    Math.ceil(cards / 4),
    ...entries.map(({ locked, steps }) => Math.max(locked, ...steps.filter((_, i) => i % 2))),
  );
