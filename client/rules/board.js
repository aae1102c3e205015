import { deck, findCard, formatCard, GAP, rank, TWOS } from "./cards.js";
import { RulesError } from "./errors.js";

/** @typedef {Readonly<Uint8Array>} Board the card in each slot; never changed once made */
/** @typedef {{ card: Card, slot: number }} Move a card and the gap that takes it */

export const ROWS = 4;

/** @type {(board: Board) => number} */
export const columnsOf = (board) => board.length / ROWS;

/** @throws {RulesError} bad_board @type {(text: string, variant: Variant) => Board} */
export function parseBoard(text, { columns }) {
  const rows = text.split("/");
  if (rows.length !== ROWS || rows.some((row) => row.length !== 2 * columns))
    throw new RulesError("bad_board", `it needs ${ROWS} rows of ${columns} slots, two characters each`);
  const board = Uint8Array.from(rows.join("").match(/../gs) ?? [], parseSlot);
  const missing = deck(columns).find((card) => !board.includes(card));
  if (missing) throw new RulesError("bad_board", `${formatCard(missing)} is missing`);
  if (gaps(board).length !== ROWS) throw new RulesError("bad_board", `it needs ${ROWS} gaps`);
  return board;
}

/** @type {(text: string) => Card} */
function parseSlot(text) {
  const card = text === "--" ? GAP : findCard(text);
  if (card === undefined) throw new RulesError("bad_board", `${text} is neither a card nor a gap`);
  return card;
}

/** @type {(board: Board) => string} */
export const formatBoard = (board) =>
  rowsOf(board)
    .map((row) => Array.from(row, formatCard).join(""))
    .join("/");

/** @type {(board: Board) => Board[]} */
const rowsOf = (board) =>
  [0, 1, 2, 3].map((row) => board.subarray(row * columnsOf(board), (row + 1) * columnsOf(board)));

/** The slots of the gaps, ascending. @type {(board: Board) => number[]} */
export const gaps = (board) => [...board.keys()].filter((slot) => board[slot] === GAP);

/**
 * The cards that a gap waits for: its left neighbour's first, any 2 at a left end, none where it is dead.
 * @type {(board: Board, gap: number, variant: Variant) => readonly Card[]}
 */
export function takes(board, gap, variant) {
  const column = gap % columnsOf(board);
  if (column === 0) return TWOS;
  const after = successor(board[gap - 1], columnsOf(board));
  const before = variant.right_fill && column + 1 < columnsOf(board) ? predecessor(board[gap + 1]) : GAP;
  return [...new Set([after, before])].filter((card) => card !== GAP);
}

/** @type {(card: Card, top: number) => Card} */
const successor = (card, top) => (card !== GAP && rank(card) < top ? card + 1 : GAP);

/** @type {(card: Card) => Card} */
const predecessor = (card) => (rank(card) > 2 ? card - 1 : GAP);

/** The legal moves, by gap ascending, then as the gap takes them. @type {(board: Board, variant: Variant) => Move[]} */
export const legalMoves = (board, variant) =>
  gaps(board).flatMap((slot) => takes(board, slot, variant).map((card) => ({ card, slot })));

/** The gaps that would take a card. @type {(board: Board, card: Card, variant: Variant) => number[]} */
export const gapsFor = (board, card, variant) =>
  gaps(board).filter((gap) => takes(board, gap, variant).includes(card));

/** No legal move is left, as on a won board too. @type {(board: Board, variant: Variant) => boolean} */
export const stuck = (board, variant) => !legalMoves(board, variant).length;

/**
 * How many cards of a row are locked. The run ends before its row does, since no rank fits the last column.
 * @type {(board: Board, row: number) => number}
 */
export function runLength(board, row) {
  const start = row * columnsOf(board);
  let length = 0;
  if (rank(board[start]) === 2) while (board[start + length] === board[start] + length) length++;
  return length;
}

/** Ascending. @type {(board: Board) => number[]} */
export const lockedSlots = (board) =>
  [...board.keys()].filter((slot) => {
    const column = slot % columnsOf(board);
    return column < runLength(board, (slot - column) / columnsOf(board));
  });

/** How many cards are locked. @type {(board: Board) => number} */
export const locked = (board) => lockedSlots(board).length;

/** @type {(board: Board) => boolean} */
export const won = (board) => locked(board) === board.length - ROWS;

/** The board after a move, which is not checked here. @type {(board: Board, move: Move) => Board} */
export function moved(board, { card, slot }) {
  const after = board.slice();
  after[board.indexOf(card)] = GAP;
  after[slot] = card;
  return after;
}
