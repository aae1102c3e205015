import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../race/places.js";
import { h } from "../ui/dom.js";
import { s } from "../ui/svg.js";

/** @import { Track } from "./timeline.js" */
/** @typedef {{ track: Track, seat: number }} Curve the track of a game, and the seat that gives it its colour */

const WIDTH = 1000;
const HEIGHT = 240;
/** Dashes, for those who do not tell all colours apart: one kind after the other. */
const DASHES = ["", "10 5", "3 4", "14 4 3 4"];

/** The cards in place of all games over time, and a line at the time that is shown. */
export class LeadCurve {
  #now = s("line", { y1: 0, y2: HEIGHT, class: "now" });
  /** @type {Map<string, SVGElement>} */ #lines = new Map();

  /** @param {Curve[]} curves best first @param {number} cards that can be locked @param {number} end of the race (ms) */
  constructor(curves, cards, end) {
    this.end = Math.max(1, end);
    const top = heightOf(curves, cards);
    for (const { track, seat } of curves) this.#lines.set(track.id, line(track, seat, top, this.end));
    this.element = h(
      "figure",
      { class: "lead-curve" },
      s(
        "svg",
        {
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": t("curveOfAll"),
        },
        ...[0.25, 0.5, 0.75].map((share) =>
          s("line", { x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share, class: "quarter" }),
        ),
        ...[...this.#lines.values()].reverse(),
        this.#now,
      ),
      h(
        "figcaption",
        { class: "small soft numbers", "aria-hidden": "true" },
        h("span", {}, t("cardsOf", { n: top })),
        h("span", {}, timeText(end)),
      ),
    );
    this.show(0);
  }

  /** @param {number} ms */
  show(ms) {
    const x = String((ms / this.end) * WIDTH);
    for (const name of ["x1", "x2"]) this.#now.setAttribute(name, x);
  }

  /** Let the line of one game stand out, or all be alike. @param {string | null} id */
  point(id) {
    for (const [each, element] of this.#lines) {
      element.classList.toggle("chosen", each === id);
      element.classList.toggle("other", id !== null && each !== id);
    }
    const chosen = id && this.#lines.get(id);
    if (chosen) this.#now.before(chosen);
  }

  /** The time at a point of the picture. @param {MouseEvent} event @returns {number} */
  timeAt({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    return ((clientX - left) / Math.max(1, width)) * this.end;
  }
}

/** The cards at the upper edge: the most that a game had in place, and at least a quarter of all. @type {(curves: Curve[], cards: number) => number} */
const heightOf = (curves, cards) =>
  Math.max(
    Math.ceil(cards / 4),
    ...curves.map(({ track }) => Math.max(...track.steps.map(({ locked }) => locked))),
  );

/** @type {(track: Track, seat: number, cards: number, end: number) => SVGElement} */
function line(track, seat, cards, end) {
  const element = s("polyline", {
    points: stairs(track, cards, end),
    "stroke-dasharray": DASHES[seat % DASHES.length],
    "vector-effect": "non-scaling-stroke",
  });
  element.style.setProperty("--hue", hueOf(seat));
  return element;
}

/** A stair: cards stay in place until the next one is. @type {(track: Track, cards: number, end: number) => string} */
export function stairs({ steps }, cards, end) {
  const x = (/** @type {number} */ ms) => Math.round((ms / end) * WIDTH);
  const y = (/** @type {number} */ n) => Math.round(HEIGHT - 2 - (n / cards) * (HEIGHT - 4));
  const points = [`0,${y(steps[0].locked)}`];
  for (let i = 1; i < steps.length; i++)
    if (steps[i].locked !== steps[i - 1].locked)
      points.push(`${x(steps[i].ms)},${y(steps[i - 1].locked)}`, `${x(steps[i].ms)},${y(steps[i].locked)}`);
  const last = steps[steps.length - 1];
  points.push(`${x(last.ms)},${y(last.locked)}`);
  return points.join(" ");
}
