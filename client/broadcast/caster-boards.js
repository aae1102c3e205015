import { WatchedBoard } from "../board/watched-board.js";
import { t } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { h } from "../ui/dom.js";
import { standingText } from "./feature.js";

/** @import { Variant } from "../rules/variants.js" */
/** @import { BroadcastState, Entry } from "./state.js" */

/** What is shown instead of the large board. @typedef {{ element: HTMLElement, render: (state: BroadcastState, variant: Variant) => void }} CasterView */

/** The games to begin with: the large one and the best of the others. @type {(entries: readonly Entry[], focus: string) => string[]} */
const firstPair = (entries, focus) =>
  [focus, ...entries.map(({ id }) => id).filter((id) => id !== focus)].slice(0, 2);

/** What is between two games: who leads, by how much. @type {(pair: readonly Entry[], state: BroadcastState) => string} */
export function gapBetween([left, right], state) {
  const pair = state.entries.filter((entry) => entry === left || entry === right);
  const best = pair[0].rank;
  const entries = pair.map((entry) => ({ ...entry, rank: entry.rank && (entry.rank === best ? 1 : 2) }));
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
