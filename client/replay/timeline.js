import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { locked, ROWS, won } from "../rules/board.js";
import { isGivenUp } from "../rules/game.js";
import { compare, ranked } from "../rules/ranking.js";
import { h, s } from "../ui/dom.js";
import { frameAt } from "./frames.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Frame } from "./frames.js" */

/**
 * How a game stood after one of its actions. `reached_ms`: since when it had this many locked cards.
 * @typedef {{ ms: number, locked: number, moves: number, reached_ms: number, won?: boolean, given_up?: boolean }} Step
 */
/** @typedef {{ id: string, steps: Step[] }} Track a game from step to step; the first is the opening */
/** @typedef {{ ms: number, id: string, locked: number }} LeadChange a game that went ahead of all others, with its cards in place */
/** @typedef {{ ms: number, length: number }} Pause when it began, and how long it took (ms) */

/** @type {(id: string, frames: Frame[]) => Track} */
export function trackOf(id, frames) {
  let reached_ms = 0;
  let last = -1;
  const steps = frames.map(({ game, ms }) => {
    const count = locked(game.board);
    if (count !== last) reached_ms = ms;
    last = count;
    return {
      ms,
      locked: count,
      moves: game.moves,
      reached_ms,
      won: won(game.board),
      given_up: isGivenUp(game),
    };
  });
  return { id, steps };
}

/** The cards that can be locked in a game. @type {(frames: Frame[]) => number} */
export const cardsOf = (frames) => ROWS * (frames[0].game.variant.columns - 1);

/** The last step of a game that is not later than a time. @type {(track: Track, ms: number) => Step} */
export const stepAt = ({ steps }, ms) => steps[frameAt(steps, ms)];

/** The ranks of games at a time, by id. @type {(tracks: Track[], ms: number) => Map<string, number>} */
export const ranksAt = (tracks, ms) =>
  new Map(
    ranked(tracks.map((track) => ({ id: track.id, ...stepAt(track, ms) }))).map((each) => [
      each.id,
      each.rank,
    ]),
  );

/**
 * Every time that another game went ahead of all others, in the order of time. Games that are level lead nothing: the
 * leader stays the same until another is ahead alone.
 * @type {(tracks: Track[]) => LeadChange[]}
 */
export function leadChanges(tracks) {
  const events = tracks.flatMap((track) => track.steps.slice(1).map((step) => ({ track, step })));
  events.sort((a, b) => a.step.ms - b.step.ms);
  /** @type {Map<string, Step>} */
  const now = new Map(tracks.map(({ id, steps }) => [id, steps[0]]));
  /** @type {LeadChange[]} */
  const changes = [];
  for (const [i, { track, step }] of events.entries()) {
    now.set(track.id, step);
    if (events[i + 1]?.step.ms === step.ms) continue; // what happens at one instant counts as a whole
    const leader = leaderOf(now);
    if (leader && leader !== changes.at(-1)?.id)
      changes.push({ ms: step.ms, id: leader, locked: /** @type {Step} */ (now.get(leader)).locked });
  }
  return changes;
}

/** The game that is ahead of all others, if one is. @type {(now: Map<string, Step>) => string | null} */
function leaderOf(now) {
  /** @type {string | null} */
  let leader = null;
  /** @type {Step | null} */
  let best = null;
  for (const [id, step] of now) {
    const order = best ? compare(step, best) : -1;
    if (order < 0) [leader, best] = [id, step];
    else if (order === 0) leader = null;
  }
  return best?.moves ? leader : null;
}

/** The longest time between two actions of a game; null without one. @type {(track: Track) => Pause | null} */
export function longestPause({ steps }) {
  /** @type {Pause | null} */
  let found = null;
  for (let i = 1; i < steps.length; i++) {
    const length = steps[i].ms - steps[i - 1].ms;
    if (!found || length > found.length) found = { ms: steps[i - 1].ms, length };
  }
  return found;
}

/** @typedef {{ track: Track, colour: number }} Curve the track of a game, and the colour of its player */

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
    for (const { track, colour } of curves)
      this.#lines.set(track.id, curveLine(colour, stairs(track, top, this.end)));
    this.element = h(
      "figure.lead-curve",
      curvePicture(
        t("curveOfAll"),
        ...[0.25, 0.5, 0.75].map((share) =>
          s("line", { x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share, class: "quarter" }),
        ),
        ...[...this.#lines.values()].reverse(),
        this.#now,
      ),
      h(
        "figcaption.small.soft.numbers",
        { "aria-hidden": "true" },
        h("span", t("cardsOf", { n: top })),
        h("span", timeText(end)),
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

/** The picture that curves are drawn in. @type {(label: string, ...children: Child[]) => SVGElement} */
export const curvePicture = (label, ...children) =>
  s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    ...children,
  );

/** A curve in a player's colour. @type {(colour: number, points?: string) => SVGElement} */
export function curveLine(colour, points = "") {
  const element = s("polyline", {
    points,
    "stroke-dasharray": DASHES[colour % DASHES.length],
    "vector-effect": "non-scaling-stroke",
  });
  element.style.setProperty("--hue", hueOf(colour));
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
