import { WatchedBoard } from "../board/watched-board.js";
import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { h } from "../ui/dom.js";
import { every } from "../ui/timers.js";
import { standingText } from "./feature.js";

/** @import { Variant } from "../rules/variants.js" */
/** @import { News, NewsKind } from "./news.js" */
/** @import { BroadcastState, Entry } from "./state.js" */

/** What is shown instead of the large board. @typedef {{ element: HTMLElement, render: (state: BroadcastState, variant: Variant) => void }} CasterView */

/** A moment of a race: the game that had it, and all that was shown from a time on until another one (ms since the start). @typedef {{ id: string, from: number, to: number, states: BroadcastState[] }} Scene */

/** How much is shown before a moment, and how much after it (ms). */
export const BEFORE_MS = 7000;
export const AFTER_MS = 1500;
/** What is worth seeing again. @type {readonly NewsKind[]} */
const MOMENTS = ["lead", "comeback", "row", "won"];

/** The last moment of a broadcast, kept for its replay. */
export class LastMoment {
  /** What was shown in the last `BEFORE_MS`, oldest first. @type {BroadcastState[]} */ #past = [];
  /** @type {Scene | null} */ scene = null;

  /** Take what is shown now. @param {BroadcastState} state */
  take(state) {
    this.#past = [...this.#past, state].filter(({ ms }) => ms >= state.ms - BEFORE_MS);
    if (this.scene && state.ms <= this.scene.to) this.scene.states.push(state);
  }

  /** Take what has happened in what is shown now. @param {readonly News[]} news */
  tell(news) {
    const now = this.#past.at(-1);
    const moment = news.findLast(({ kind }) => MOMENTS.includes(kind));
    if (!now || !moment) return;
    const states = [...this.#past];
    this.scene = { id: moment.id, from: states[0].ms, to: now.ms + AFTER_MS, states };
  }
}

/** What was shown at a time (ms since the start). @param {Scene} scene @param {number} ms @returns {BroadcastState} */
export const stateAt = ({ states }, ms) => states.findLast((state) => state.ms <= ms) ?? states[0];

/** The games to begin with: the large one and the best of the others. @type {(entries: readonly Entry[], focus: string) => string[]} */
const firstPair = (entries, focus) =>
  [focus, ...entries.map(({ id }) => id).filter((id) => id !== focus)].slice(0, 2);

/** What is between two games: who leads, by how much. @type {(pair: readonly Entry[], state: BroadcastState) => string} */
export function gapBetween([left, right], state) {
  const pair = state.entries.filter((entry) => entry === left || entry === right);
  const best = pair[0].place;
  const entries = pair.map((entry) => ({ ...entry, place: entry.place && (entry.place === best ? 1 : 2) }));
  const text = standingText(entries[0], { ...state, entries });
  return text && `${entries[0].name}: ${text}`;
}

/** Two boards side by side, and the gap between them. @implements {CasterView} */
export class Compare {
  #gap = h("p.caster-gap.figure");
  #sides;
  element;

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {AbortSignal} signal of the comparison */
  constructor(state, focus, signal) {
    const [left, right] = firstPair(state.entries, focus);
    this.#sides = [new Side(t("leftBoard"), left, signal), new Side(t("rightBoard"), right, signal)];
    this.element = h(
      "section.caster-view.compare",
      { "aria-label": t("compareTwo") },
      ...this.#sides.map(({ caption }) => caption),
      ...this.#sides.map(({ board }) => h("div.caster-stage", board.element)),
      this.#gap,
    );
  }

  /** @param {BroadcastState} state @param {Variant} variant */
  render(state, variant) {
    const pair = this.#sides.flatMap((side) => side.render(state, variant) ?? []);
    this.#gap.textContent = pair.length > 1 && pair[0] !== pair[1] ? gapBetween(pair, state) : "";
  }
}

/** One of the two boards, with a choice of whose it is. */
class Side {
  #select;
  #count = h("span.figure");
  #names = "";
  board;
  caption;

  /** @param {string} label @param {string} id of the game to begin with @param {AbortSignal} signal */
  constructor(label, id, signal) {
    this.id = id;
    this.board = new WatchedBoard(signal);
    this.#select = h("select", {
      "aria-label": label,
      onchange: () => (this.id = this.#select.value),
    });
    this.caption = h("div.caster-caption", this.#select, this.#count);
  }

  /** @param {BroadcastState} state @param {Variant} variant @returns {Entry | undefined} the game that it shows */
  render(state, variant) {
    this.#renderNames(state.entries);
    const entry = state.entries.find(({ id }) => id === this.id);
    if (!entry) return undefined;
    this.caption.style.setProperty("--hue", hueOf(entry.colour));
    this.#count.textContent = `${entry.locked}/${state.cards}`;
    this.board.show(entry, variant);
    return entry;
  }

  /** The players in a fixed order: they do not change places in an open list. @param {readonly Entry[]} entries */
  #renderNames(entries) {
    const players = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const names = JSON.stringify(players.map(({ id, name }) => [id, name]));
    if (names === this.#names) return;
    this.#names = names;
    this.#select.replaceChildren(...players.map(({ id, name }) => h("option", { value: id }, name)));
    this.#select.value = this.id;
  }
}

/** A replay takes so many times as long as what it shows. */
export const SLOWNESS = 3;
const TICK_MS = 100;

/** The last moment again, slowly: from what was shown already, so it is no less late than that. @implements {CasterView} */
export class SlowReplay {
  #name = h("b.who", { dir: "auto" });
  #time = h("span.figure");
  #board;
  element;

  /** @param {Scene} scene @param {Variant} variant @param {() => void} onEnd when all was shown @param {AbortSignal} signal of the replay */
  constructor(scene, variant, onEnd, signal) {
    this.scene = scene;
    this.variant = variant;
    this.onEnd = onEnd;
    this.#board = new WatchedBoard(signal);
    const mark = h("span.caster-mark", `${t("replayMark")} 1/${SLOWNESS}×`);
    this.element = h(
      "section.caster-view.replaying",
      { "aria-label": t("slowReplay") },
      h("div.caster-caption", mark, this.#name, this.#time),
      h("div.caster-stage", this.#board.element),
    );
    const began = performance.now();
    this.show(0);
    every(TICK_MS, () => this.show(performance.now() - began), signal);
  }

  /** Show it as it is so long after it began. @param {number} elapsed (ms) */
  show(elapsed) {
    const { from, id, to } = this.scene;
    const ms = from + elapsed / SLOWNESS;
    const entry = stateAt(this.scene, ms).entries.find((each) => each.id === id);
    if (!entry || ms > to) return this.onEnd();
    this.element.style.setProperty("--hue", hueOf(entry.colour));
    this.#name.textContent = entry.name;
    this.#time.textContent = timeText(ms);
    this.#board.show(entry, this.variant);
  }

  /** What happens meanwhile is not shown here. */
  render() {}
}
