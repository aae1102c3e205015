import { rankText } from "../i18n/index.js";
import { preferences } from "../preferences/preferences.js";
import { columnsOf, lockedSlots, ROWS } from "../rules/board.js";
import { GAP, rank, suit } from "../rules/cards.js";
import { h } from "../ui/dom.js";

/** @import { Board } from "../rules/board.js" */

/** Of a cell, in pixels of the canvas. */
const WIDTH = 24;
const HEIGHT = 32;
/** Clubs, diamonds, hearts, spades, on the dark felt. */
const FOUR_COLOURS = ["#3fcf7f", "#6ba6ff", "#ff6474", "#eef2f5"];
const TWO_COLOURS = ["#eef2f5", "#ff6474", "#ff6474", "#eef2f5"];
const FELT = "#0d3334";
/** The opacity of a card that is not locked. */
const LOOSE = 0.4;

/** A small board on a canvas. Only the cells that have changed are drawn. */
export class BoardThumbnail {
  element = h("canvas", { class: "thumbnail", "aria-hidden": "true" });
  #context = this.element.getContext("2d");
  /** What is drawn in each cell. @type {number[]} */ #drawn = [];
  #columns = 0;
  /** @type {Board} */ #board = new Uint8Array();

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    document.addEventListener("preferences", () => this.#redraw(), { signal });
  }

  /** The suits may have other colours now. */
  #redraw() {
    this.#drawn = [];
    this.show(this.#board);
  }

  /** @param {Board} board */
  show(board) {
    this.#board = board;
    if (this.#columns !== columnsOf(board)) this.#clear(columnsOf(board));
    const locked = new Set(lockedSlots(board));
    for (const [i, card] of board.entries()) {
      const cell = card + (locked.has(i) ? 256 : 0);
      if (this.#drawn[i] !== cell) this.#drawCell(i, card, locked.has(i));
      this.#drawn[i] = cell;
    }
  }

  /** @param {number} columns */
  #clear(columns) {
    this.#columns = columns;
    this.#drawn = [];
    this.element.width = columns * WIDTH;
    this.element.height = ROWS * HEIGHT;
  }

  /** @type {(i: number, card: number, isLocked: boolean) => void} */
  #drawCell(i, card, isLocked) {
    const context = this.#context;
    if (!context) return;
    const [x, y] = [(i % this.#columns) * WIDTH, Math.floor(i / this.#columns) * HEIGHT];
    context.globalAlpha = 1;
    context.fillStyle = FELT;
    context.fillRect(x, y, WIDTH, HEIGHT);
    if (card === GAP) return;
    context.globalAlpha = isLocked ? 1 : LOOSE;
    context.fillStyle = (preferences.suits === "2" ? TWO_COLOURS : FOUR_COLOURS)[suit(card)];
    context.fillRect(x + 1, y + 1, WIDTH - 2, HEIGHT - 2);
    context.globalAlpha = isLocked ? 0.8 : 1;
    context.fillStyle = isLocked ? "#08191a" : "#fff";
    context.font = `600 ${rank(card) === 10 ? 15 : 18}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(rankText(rank(card)), x + WIDTH / 2, y + HEIGHT / 2 + 1);
  }
}
