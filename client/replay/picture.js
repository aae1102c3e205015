import { drawCard, drawFace, inset } from "../board/thumbnail.js";
import { rankText, spaced } from "../i18n/index.js";
import { columnsOf, lockedSlots, ROWS } from "../rules/board.js";
import { GAP, rank, suit } from "../rules/cards.js";

const WIDTH = 1080;
const MARGIN = 54;
const LINE = 62;
/** The height of a card, in its width. */
const TALL = 1.36;
const FONT = "system-ui, sans-serif";
/** The colours of the suits, as on the table; a picture ignores the preferences of its maker. */
const INKS = ["#006a60", "#3014a0", "#be0010", "#0b0d10"];
const [FELT, SLOT, BACK, PAPER, GOLD] = ["#1c5444", "#17463a", "#2f7a66", "#fffdf8", "#ffc43d"];

/**
 * A board as a picture, below some sentences and above the way to its page. Unless it is open, cards that are not in place lie face down,
 * so that it gives nothing away.
 * @type {(words: { text: string, path: string, call?: string }, board: Board, isOpen?: boolean) => Promise<Blob>}
 */
export function boardPicture({ text, path, call }, board, isOpen = false) {
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const title = `700 46px ${FONT}`;
  context.font = title;
  const lines = wrapped(text, (part) => context.measureText(part).width <= WIDTH - 2 * MARGIN);
  const card = (WIDTH - 2 * MARGIN) / columnsOf(board);
  const top = 2 * MARGIN + lines.length * LINE;
  const bottom = top + ROWS * card * TALL;
  Object.assign(canvas, { width: WIDTH, height: Math.round(bottom + 2.4 * MARGIN) });
  context.fillStyle = FELT;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const isFromRight = document.dir === "rtl";
  const write = (/** @type {string} */ line, /** @type {number} */ y) => {
    context.direction = isFromRight ? "rtl" : "ltr";
    context.textAlign = "start";
    context.textBaseline = "alphabetic";
    context.fillText(line, isFromRight ? WIDTH - MARGIN : MARGIN, y);
  };
  Object.assign(context, { font: title, fillStyle: PAPER });
  for (const [i, line] of lines.entries()) write(line, MARGIN + (i + 0.8) * LINE);
  drawBoard(context, board, card, top, isOpen);
  Object.assign(context, { font: `700 36px ${FONT}`, fillStyle: GOLD });
  const way = spaced(call, `${location.host}${path}`);
  const share = Math.min(1, (WIDTH - 2 * MARGIN) / context.measureText(way).width);
  context.font = `700 ${Math.floor(36 * share)}px ${FONT}`;
  write(way, bottom + 1.5 * MARGIN);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** @type {(context: CanvasRenderingContext2D, board: Board, width: number, top: number, isOpen: boolean) => void} */
function drawBoard(context, board, width, top, isOpen) {
  const columns = columnsOf(board);
  const faceUp = new Set(isOpen ? board.keys() : lockedSlots(board));
  for (const [i, card] of board.entries()) {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const height = width * TALL;
    const cell = { left: MARGIN + column * width, top: top + row * height, width, height };
    drawCard(context, inset(cell), card === GAP ? SLOT : faceUp.has(i) ? PAPER : BACK, "");
    if (card === GAP || !faceUp.has(i)) continue;
    context.fillStyle = INKS[suit(card)];
    drawFace(context, cell, card, rankText(rank(card)), false);
  }
}

/** A text in lines that fit. @type {(text: string, fits: (line: string) => boolean) => string[]} */
export function wrapped(text, fits) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
