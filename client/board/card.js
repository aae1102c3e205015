import { rankText } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { rank, suit } from "../rules/cards.js";
import { h, suitIcon } from "../ui/dom.js";

/** @import { Board } from "../rules/board.js" */
/** @import { Card } from "../rules/cards.js" */

/** The face of a card. @type {(card: Card) => HTMLElement} */
export const face = (card) =>
  h("div", { class: "face" }, h("b", {}, rankText(rank(card))), suitIcon(suit(card)));

/** A mark at the start of each row: the suit that it collects, once it has its 2, and the way that it grows. */
export class Rails {
  #rails = Array.from({ length: ROWS }, (_, row) => h("span", { class: "rail", "--row": row }, "2"));
  element = h("div", { class: "rails", "aria-hidden": "true" }, ...this.#rails);
  /** The suits that are shown; -1: the row has no 2. */ #suits = Array(ROWS).fill(-1);

  /** @param {Board} board */
  show(board) {
    for (const [row, rail] of this.#rails.entries()) {
      const first = board[(row * board.length) / ROWS];
      const now = rank(first) === 2 ? suit(first) : -1;
      if (now === this.#suits[row]) continue;
      this.#suits[row] = now;
      rail.className = now < 0 ? "rail" : `rail suit-${now}`;
      rail.replaceChildren(now < 0 ? "2" : suitIcon(now));
    }
  }
}
