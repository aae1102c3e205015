import { BoardView } from "../board/board.js";
import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** @import { Entry } from "../broadcast/state.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Variant } from "../rules/variants.js" */

/** The board of one game at a time, as large as its place; the last move is marked. */
export class WatchedBoard {
  #view;
  #id = "";
  /** The board, and the one before it. @type {(Board | null)[]} */ #boards = [];
  element;

  /** @param {AbortSignal} signal of what it is shown in */
  constructor(signal) {
    this.#view = new BoardView(t("board"), signal);
    this.element = h("div", { class: "caster-stage" }, this.#view.element);
  }

  /** @param {Entry} entry @param {Variant} variant */
  show({ board, id, isWon, name }, variant) {
    const isOther = id !== this.#id;
    if (!isOther && board === this.#boards[0]) return;
    this.#id = id;
    this.#boards = isOther ? [board] : [board, this.#boards[0]];
    this.#view.element.setAttribute("aria-label", `${t("board")}: ${name}`);
    this.#view.show(board, variant, { before: this.#boards[1], isWon });
  }
}
