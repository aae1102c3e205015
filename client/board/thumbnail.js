import { rankText } from "../i18n/index.js";
import { columnsOf, lockedSlots, ROWS } from "../rules/board.js";
import { GAP, rank, suit } from "../rules/cards.js";
import { h } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";
import { onAbort } from "../ui/timers.js";
import { markOf, placeOf } from "./state.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Cell in pixels of the canvas */
/** @typedef {{ suits: string[], gap: string, loose: string, mark: string }} Palette CSS colours */

/** The sizes of a card's rank and suit, by the side of a cell. */
const RANK_SIZE = 0.52;
const SUIT_SIZE = 0.36;
/** The side of the pictures of the suits, in their own units. */
const ICON_SIZE = 32;

/** How much of its suit's colour a ribbon has, and the width of its edge in sides of its cell. */
const TINT = 0.12;
const EDGE = 0.1;

/** The space around a card, in sides of its cell. */
const PADDING = 0.04;

/** The outlines of the suits that were drawn. @type {Path2D[]} */
const outlines = [];

/** The outline of a suit, as in `index.html`. @param {number} suit */
function outlineOf(suit) {
  const path = () => document.querySelector(`#suit-${suit} path`)?.getAttribute("d") ?? "";
  outlines[suit] ??= new Path2D(path());
  return outlines[suit];
}

/** A cell without the space around its card; of a cell of a pixel or none, as boards have before they are laid out, nothing is left. @type {(cell: Cell) => Cell} */
export function inset({ left, top, width, height }) {
  const side = Math.min(width, height);
  const padding = Math.min(side / 2, Math.max(0.5, side * PADDING));
  return {
    left: left + padding,
    top: top + padding,
    width: width - 2 * padding,
    height: height - 2 * padding,
  };
}

/** The colours of small boards, by the style of a `.thumbnail`. @param {CSSStyleDeclaration} style @returns {Palette} */
export function paletteOf(style) {
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    suits: [0, 1, 2, 3].map((each) => colour(`small-${each}`)),
    gap: colour("small-gap"),
    loose: colour("small-card"),
    mark: colour("small-mark"),
  };
}

/** A slot with its card, or a gap. @type {(context: CanvasRenderingContext2D, cell: Cell, slot: { card: Card, isLocked: boolean, isMarked: boolean }, palette: Palette, isTall: boolean) => void} */
export function drawSlot(context, cell, { card, isLocked, isMarked }, palette, isTall) {
  context.fillStyle = palette.gap;
  context.fillRect(cell.left, cell.top, cell.width, cell.height);
  if (card === GAP) return;
  const colour = palette.suits[suit(card)];
  if (isLocked) drawRibbon(context, cell, palette.loose, colour, isTall);
  if (!isLocked || isMarked)
    drawCard(context, inset(cell), isLocked ? "#0000" : palette.loose, isMarked ? palette.mark : "");
  context.fillStyle = colour;
  drawFace(context, cell, card, rankText(rank(card)), isTall);
}

/** A part of a run of locked cards: one ribbon, as on a large board. @type {(context: CanvasRenderingContext2D, cell: Cell, card: string, colour: string, isTall: boolean) => void} */
function drawRibbon(context, cell, card, colour, isTall) {
  const inner = inset(cell);
  const { left, top, width, height } = isTall
    ? { ...inner, top: cell.top, height: cell.height }
    : { ...inner, left: cell.left, width: cell.width };
  context.fillStyle = card;
  context.fillRect(left, top, width, height);
  context.fillStyle = colour;
  context.globalAlpha = TINT;
  context.fillRect(left, top, width, height);
  context.globalAlpha = 1;
  const edge = Math.max(2, Math.min(width, height) * EDGE);
  context.fillRect(left, isTall ? top : top + height - edge, isTall ? edge : width, isTall ? height : edge);
}

/** A card without its face; `mark`: the colour of its frame. @type {(context: CanvasRenderingContext2D, cell: Cell, colour: string, mark: string) => void} */
export function drawCard(context, { left, top, width, height }, colour, mark) {
  context.beginPath();
  context.roundRect(left, top, width, height, Math.min(width, height) * 0.14);
  context.fillStyle = colour;
  context.fill();
  if (!mark) return;
  context.save();
  context.clip();
  context.strokeStyle = mark;
  context.lineWidth = Math.max(3, Math.min(width, height) * 0.22);
  context.stroke();
  context.restore();
}

/** Rank and suit: side by side on a tall board, else one above the other. @type {(context: CanvasRenderingContext2D, cell: Cell, card: Card, text: string, isTall: boolean) => void} */
export function drawFace(context, { left, top, width, height }, card, text, isTall) {
  const [x, y] = [left + width / 2, top + height / 2];
  const size = isTall ? Math.min(height * 0.9, width * 0.5) : Math.min(height * 0.75, width);
  const [dx, dy] = isTall ? [width * 0.22, 0] : [0, height * 0.23];
  const isWide = rank(card) === 10;
  context.font = `700 ${Math.round(size * (isTall ? 1.5 : 1.25) * RANK_SIZE * (isWide ? 0.86 : 1))}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x - dx, y - dy + size * 0.04);
  const side = size * (isTall ? 1.7 : 1.35) * SUIT_SIZE;
  context.save();
  context.translate(x + dx - side / 2, y + dy - side / 2);
  context.scale(side / ICON_SIZE, side / ICON_SIZE);
  context.fill(outlineOf(suit(card)));
  context.restore();
}

/** Flags that distinguish the drawings of one card: numbers that no card has. */
const LOCKED = 256;
const MARKED = 512;

/**
 * A small board on a canvas, as sharp as the screen is and turned like the player's own board. Only the cells that have
 * changed are drawn. The card that moved last is marked.
 */
export class BoardThumbnail {
  element = h("canvas.thumbnail", { "aria-hidden": "true" });
  #context = this.element.getContext("2d");
  /** The drawing in each cell. @type {number[]} */ #drawn = [];
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
    if (board === this.#board && board === before) return;
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

  /** Draw the cells that differ from the last drawing. */
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
