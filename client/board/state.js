import { t } from "../i18n/index.js";
import { gapsFor, legalMoves, lockedSlots, ROWS, takes } from "../rules/board.js";
import { GAP } from "../rules/cards.js";

/** @typedef {{ row: number, column: number }} Place where a card lies, from 0; fractions lie between the slots */
/** @typedef {{ card: Card, from: number }} Mark a card that moved, and the slot that it left */
/** How a slot is drawn: with its card, or as a gap and the cards that it takes. @typedef {ReturnType<typeof slotStates>[number]} SlotState */

/** @typedef {ReturnType<typeof newBoardState>} BoardState */

/** Everything that decides how a board is drawn and what a tap on it does. @param {Variant} variant */
export const newBoardState = (variant) => ({
  /** Null: the deck, not dealt yet. @type {Board | null} */ board: null,
  variant,
  /** Whether moves can be made. */ isLive: false,
  /** Whether a win is celebrated. */ isWon: false,
  /** Whether a shuffle was asked for and has not come yet. */ isWaiting: false,
  /** How many there were. */ shuffles: 0,
  /** Whether the cards of a shuffle are being dealt. */ isShuffling: false,
  /** Whether CSS has turned the board over: rows are columns. */ isTall: false,
  /** The slot that Tab leads to. */ focus: 0,
  /** The card that waits for one of several gaps, or GAP. */ selected: GAP,
  /** The gap that waits for one of several cards, or -1. */ asked: -1,
  /** The move that is pointed out. @type {Move | null} */ hint: null,
  /** The card that could not be moved just now, or GAP. */ refused: GAP,
  /** The cards that moved just now: they fly above the others. @type {readonly Card[]} */ lifted: [],
  /** The last move, where it is to be seen. @type {Mark | null} */ mark: null,
  /** The card under the pointer, and how far it was dragged (px). @type {{ card: Card, dx: number, dy: number } | null} */
  drag: null,
});

/** The gaps that a card can go to now. @type {(state: BoardState, card: Card) => number[]} */
export const openGaps = ({ board, variant, isLive }, card) =>
  isLive && board && card !== GAP ? gapsFor(board, card, variant) : [];

/** How each slot of a dealt board is drawn. @param {BoardState} state @param {Board} board */
export function slotStates(state, board) {
  const { variant, isLive, selected, asked, hint, mark } = state;
  const locked = new Set(lockedSlots(board));
  const movable = new Set(isLive ? legalMoves(board, variant).map(({ card }) => card) : []);
  const targets = selected ? gapsFor(board, selected, variant) : [];
  const candidates = asked < 0 ? [] : takes(board, asked, variant);
  return Array.from(board, (card, slot) => {
    const wanted = card === GAP ? takes(board, slot, variant) : [];
    const isMovable = movable.has(card);
    return {
      card,
      wanted,
      isLocked: locked.has(slot),
      isMovable,
      isSelected: card !== GAP && card === selected,
      isAsked: candidates.includes(card) && !locked.has(slot),
      isHinted: hint?.slot === slot,
      isLeft: mark?.from === slot,
      isPlayable: isMovable || (isLive && wanted.length > 0),
      isTarget: targets.includes(slot) || slot === asked,
    };
  });
}

/** Where the deck lies. @type {(columns: number) => Place} */
export const deckPlace = (columns) => ({ row: (ROWS - 1) / 2, column: (columns - 1) / 2 });

/** The cards that lie elsewhere on another board of the same size. @type {(before: Board, after: Board) => Card[]} */
export const movedCards = (before, after) =>
  Array.from(after).filter((card, slot) => card !== GAP && before[slot] !== card);

/** The move that leads from a board to another, if it was one move. @type {(before: Board, after: Board) => Mark | null} */
export function markOf(before, after) {
  const moved = movedCards(before, after);
  return moved.length === 1 ? { card: moved[0], from: before.indexOf(moved[0]) } : null;
}

/** Whether a gap takes any of the 2s, as at a left end. @type {(wanted: readonly Card[]) => boolean} */
export const isAnyTwo = (wanted) => wanted.length === ROWS;

/** Row and column of a slot, from 0. @type {(slot: number, columns: number) => Place} */
export const placeOf = (slot, columns) => ({ row: Math.floor(slot / columns), column: slot % columns });

/** Where a card lies on the screen: fractions lie between the slots. On a tall board, rows are columns. @type {(place: Place, isTall: boolean) => string} */
export function transformOf({ row, column }, isTall) {
  const [x, y] = isTall ? [row, column] : [column, row];
  return `translate(${x * 100}%, ${y * 100}%)`;
}

/** Where a slot is, in words, as the board lies on the screen: on a tall board, rows are columns. @type {(slot: number, columns: number, isTall: boolean) => string} */
export function placeText(slot, columns, isTall) {
  const { row, column } = placeOf(slot, columns);
  return t(isTall ? "placeTall" : "place", { row: row + 1, slot: column + 1 });
}
