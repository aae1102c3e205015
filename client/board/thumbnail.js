import { rankText } from "../i18n/index.js";
import { preferences } from "../preferences/preferences.js";
import { columnsOf, lockedSlots, ROWS } from "../rules/board.js";
import { GAP, rank, suit } from "../rules/cards.js";
import { h } from "../ui/dom.js";

/** @import { Board } from "../rules/board.js" */

const WIDTH = 24;
const HEIGHT = 32;
/** Clubs, diamonds, hearts, spades, on the dark felt. */
const FOUR = ["#3fcf7f", "#6ba6ff", "#ff6474", "#eef2f5"];
const TWO = ["#eef2f5", "#ff6474", "#ff6474", "#eef2f5"];
const FELT = "#0d3334";
const LOOSE = 0.4;

/** A small board on a canvas; only cells that have changed are drawn. */
export class Mini {
  element = h("canvas", { class: "mini", "aria-hidden": "true" });
  #context = this.element.getContext("2d");
  /** @type {number[]} */ #drawn = [];
  #columns = 0;
  /** @type {Board} */ #board = new Uint8Array();

  constructor() {
    const again = () => {
      if (this.element.isConnected) this.#all();
      else document.removeEventListener("preferences", again);
    };
    document.addEventListener("preferences", again);
  }

  /** The suits may have other colours now. */
  #all() {
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
      if (this.#drawn[i] !== cell) this.#cell(i, card, locked.has(i));
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
  #cell(i, card, isLocked) {
    const g = this.#context;
    if (!g) return;
    const [x, y] = [(i % this.#columns) * WIDTH, Math.floor(i / this.#columns) * HEIGHT];
    g.globalAlpha = 1;
    g.fillStyle = FELT;
    g.fillRect(x, y, WIDTH, HEIGHT);
    if (card === GAP) return;
    g.globalAlpha = isLocked ? 1 : LOOSE;
    g.fillStyle = (preferences.suits === "2" ? TWO : FOUR)[suit(card)];
    g.fillRect(x + 1, y + 1, WIDTH - 2, HEIGHT - 2);
    g.globalAlpha = isLocked ? 0.8 : 1;
    g.fillStyle = isLocked ? "#08191a" : "#fff";
    g.font = `600 ${rank(card) === 10 ? 15 : 18}px system-ui, sans-serif`;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.fillText(rankText(rank(card)), x + WIDTH / 2, y + HEIGHT / 2 + 1);
  }
}
