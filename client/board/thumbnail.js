import { columnsOf, lockedSlots, ROWS } from "../rules/board.js";
import { GAP } from "../rules/cards.js";
import { h } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";
import { onAbort } from "../ui/timers.js";
import { drawSlot, paletteOf } from "./card-drawing.js";
import { markOf, placeOf } from "./state.js";

/** @import { Board } from "../rules/board.js" */
/** @import { Card } from "../rules/cards.js" */
/** @import { Cell, Palette } from "./card-drawing.js" */

/** What distinguishes the drawings of one card: numbers that no card has. */
const LOCKED = 256;
const MARKED = 512;

/**
 * A small board on a canvas, as sharp as the screen is and turned like the player's own board. Only the cells that have
 * changed are drawn. The card that moved last is marked.
 */
export class BoardThumbnail {
  element = h("canvas", { class: "thumbnail", "aria-hidden": "true" });
  #context = this.element.getContext("2d");
  /** What is drawn in each cell. @type {number[]} */ #drawn = [];
  /** @type {Board} */ #board = new Uint8Array();
  /** The card that moved last, or GAP. @type {Card} */ #marked = GAP;
  #isTall = false;
  /** @type {Palette | null} */ #palette = null;

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    void loadStyles("board/thumbnail.css");
    document.addEventListener("preferences", () => this.#redraw(), { signal });
    const sizes = new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect));
    sizes.observe(this.element);
    onAbort(signal, () => sizes.disconnect());
  }

  /** @param {Board} board @param {Board} [before] the board before its last move, if that is not the one that is shown */
  show(board, before = this.#board) {
    const columns = columnsOf(board);
    if (columns !== columnsOf(this.#board)) this.element.style.setProperty("--columns", String(columns));
    const isJump = before !== this.#board;
    const isSameGame = board.length === before.length;
    if (isSameGame) this.#marked = markOf(before, board)?.card ?? (isJump ? GAP : this.#marked);
    this.#board = board;
    this.#draw();
  }

  /** @param {DOMRectReadOnly} box in CSS pixels */
  #resize({ width, height }) {
    Object.assign(this.element, {
      width: Math.round(width * devicePixelRatio),
      height: Math.round(height * devicePixelRatio),
    });
    this.#redraw();
  }

  /** Draw everything: the suits may have other colours now, and the board may be turned. */
  #redraw() {
    const style = getComputedStyle(this.element);
    this.#isTall = style.getPropertyValue("--tall").trim() === "1";
    this.#palette = paletteOf(style);
    this.#drawn = [];
    this.#draw();
  }

  /** Draw what differs from what was drawn last. */
  #draw() {
    if (!this.element.width || !this.#palette) return;
    const locked = new Set(lockedSlots(this.#board));
    for (const [i, card] of this.#board.entries()) {
      const isMarked = card !== GAP && card === this.#marked;
      const drawing = card + (locked.has(i) ? LOCKED : 0) + (isMarked ? MARKED : 0);
      if (this.#drawn[i] !== drawing) this.#drawCell(i, drawing, this.#palette);
      this.#drawn[i] = drawing;
    }
  }

  /** @type {(i: number, drawing: number, palette: Palette) => void} */
  #drawCell(i, drawing, palette) {
    const context = this.#context;
    if (!context) return;
    const card = drawing % LOCKED;
    const slot = { card, isLocked: (drawing & LOCKED) > 0, isMarked: (drawing & MARKED) > 0 };
    drawSlot(context, this.#cell(i), slot, palette, this.#isTall);
  }

  /** The cells share all pixels of the canvas: some may be wider than others by one. @type {(i: number) => Cell} */
  #cell(i) {
    const columns = columnsOf(this.#board);
    const { row, column } = placeOf(i, columns);
    const { width, height } = this.element;
    const across = this.#isTall ? part(row, ROWS, width) : part(column, columns, width);
    const down = this.#isTall ? part(column, columns, height) : part(row, ROWS, height);
    return { left: across.from, width: across.size, top: down.from, height: down.size };
  }
}

/** One of `count` parts of a length, in whole pixels. @type {(i: number, count: number, length: number) => { from: number, size: number }} */
function part(i, count, length) {
  const from = Math.round((i * length) / count);
  return { from, size: Math.round(((i + 1) * length) / count) - from };
}
