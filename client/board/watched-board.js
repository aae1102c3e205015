import { t } from "../i18n/index.js";
import { BoardView } from "./board.js";

/** The board of one game at a time; its last move is marked. */
export class WatchedBoard {
  #view;
  /** The game that is shown. */ id = "";
  /** The board, and the one before it. @type {(Board | null)[]} */ #boards = [];

  /** @param {AbortSignal} signal of the view around it */
  constructor(signal) {
    this.#view = new BoardView(t("board"), signal);
    this.element = this.#view.element;
  }

  /** @param {{ board: Board | null, id: string, isWon: boolean, name: string }} game @param {Variant} variant */
  show({ board, id, isWon, name }, variant) {
    const isOther = id !== this.id;
    if (!isOther && board === this.#boards[0]) return;
    this.id = id;
    this.#boards = isOther ? [board] : [board, this.#boards[0]];
    this.element.setAttribute("aria-label", `${t("board")}: ${name}`);
    this.#view.show(board, variant, { before: this.#boards[1], isWon });
  }
}
