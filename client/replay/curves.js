import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { h, s } from "../ui/dom.js";

/** @typedef {{ track: Track, colour: number }} Curve the track of a game, and the colour of its player */

const WIDTH = 1000;
const HEIGHT = 240;
/** Dashes, for those who do not tell all colours apart: one kind after the other. */
const DASHES = ["", "10 5", "3 4", "14 4 3 4"];

/** The cards in place of games over time, a curve each. */
export class Curves {
  /** @type {Map<string, SVGElement>} */ #lines = new Map();

  /** @param {string} label */
  constructor(label) {
    this.picture = s("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    });
  }

  /** Draw these games and no others; return the cards at the upper edge: the most that one had, and at least a quarter of all. @param {Curve[]} curves best first @param {number} cards that can be locked @param {number} end the time at the right edge (ms) @returns {number} */
  draw(curves, cards, end) {
    const most = curves.map(({ track }) => Math.max(...track.steps.map(({ locked }) => locked)));
    const top = Math.max(Math.ceil(cards / 4), ...most);
    const ids = new Set(curves.map(({ track }) => track.id));
    for (const [id, line] of this.#lines)
      if (!ids.has(id)) {
        line.remove();
        this.#lines.delete(id);
      }
    for (const { track, colour } of curves.toReversed()) {
      const line = this.#lines.get(track.id) ?? this.#add(track.id, colour);
      const points = stairs(track, top, end);
      if (line.getAttribute("points") !== points) line.setAttribute("points", points);
    }
    return top;
  }

  /** Give each line a look, by its game. @param {(id: string) => string} look */
  mark(look) {
    for (const [id, line] of this.#lines) line.setAttribute("class", look(id));
  }

  /** Let lines lie above all others, the last one on top. @param {string[]} ids */
  raise(ids) {
    const lines = [...new Set(ids)].flatMap((id) => this.#lines.get(id) ?? []);
    const top = [...this.picture.children].slice(-lines.length);
    if (lines.some((line, i) => line !== top[i])) this.picture.append(...lines);
  }

  /** A curve in a player's colour. @param {string} id @param {number} colour */
  #add(id, colour) {
    const line = s("polyline", {
      "stroke-dasharray": DASHES[colour % DASHES.length],
      "vector-effect": "non-scaling-stroke",
    });
    line.style.setProperty("--hue", hueOf(colour));
    this.#lines.set(id, line);
    this.picture.append(line);
    return line;
  }
}

/** The curves of a race that is over, and a line at the time that is shown. */
export class LeadCurve {
  #curves = new Curves(t("curveOfAll"));
  #now = s("line", { y1: 0, y2: HEIGHT, class: "now" });

  /** @param {Curve[]} curves best first @param {number} cards that can be locked @param {number} end of the race (ms) */
  constructor(curves, cards, end) {
    this.end = Math.max(1, end);
    this.#curves.picture.append(
      ...[0.25, 0.5, 0.75].map((share) =>
        s("line", { x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share, class: "quarter" }),
      ),
    );
    const top = this.#curves.draw(curves, cards, this.end);
    this.element = h(
      "figure.lead-curve",
      this.#curves.picture,
      h(
        "figcaption.small.soft.numbers",
        { "aria-hidden": "true" },
        h("span", t("cardsOf", { n: top })),
        h("span", timeText(end)),
      ),
    );
    this.#curves.picture.append(this.#now);
    this.show(0);
  }

  /** @param {number} ms */
  show(ms) {
    const x = String((ms / this.end) * WIDTH);
    for (const name of ["x1", "x2"]) this.#now.setAttribute(name, x);
  }

  /** Let the line of one game stand out, or all be alike. @param {string | null} id */
  point(id) {
    this.#curves.mark((each) => (id === null ? "" : each === id ? "chosen" : "other"));
    if (id) this.#curves.raise([id]);
    this.#curves.picture.append(this.#now);
  }

  /** The time at a point of the picture. @param {MouseEvent} event @returns {number} */
  timeAt({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    return ((clientX - left) / Math.max(1, width)) * this.end;
  }
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
