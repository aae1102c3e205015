import { lockedSlots, takes } from "../rules/board.js";
import { GAP } from "../rules/cards.js";
import { openGaps } from "./state.js";

/**
 * The outcome of a tap on a slot.
 * @typedef {{ kind: "move", move: Move }
 *   | { kind: "select", card: Card } | { kind: "ask", gap: number } | { kind: "clear" }
 *   | { kind: "refuse", card: Card } | { kind: "dead" }} Tap
 */

/**
 * Decide what a tap on a slot of a live board does. `movesAtOnce`: a card with one gap goes there without a second tap.
 * @type {(state: BoardState, slot: number, movesAtOnce: boolean) => Tap}
 */
export function tapOn(state, slot, movesAtOnce) {
  const card = state.board?.[slot] ?? GAP;
  return card === GAP ? tapOnGap(state, slot, movesAtOnce) : tapOnCard(state, card, movesAtOnce);
}

/** @type {(state: BoardState, card: Card, movesAtOnce: boolean) => Tap} */
function tapOnCard(state, card, movesAtOnce) {
  const gaps = openGaps(state, card);
  if (gaps.includes(state.asked)) return { kind: "move", move: { card, slot: state.asked } };
  if (!gaps.length) return { kind: "refuse", card };
  if (gaps.length === 1 && movesAtOnce) return { kind: "move", move: { card, slot: gaps[0] } };
  return card === state.selected ? { kind: "clear" } : { kind: "select", card };
}

/** @type {(state: BoardState, gap: number, movesAtOnce: boolean) => Tap} */
function tapOnGap({ board, variant, selected }, gap, movesAtOnce) {
  const wanted = board ? takes(board, gap, variant) : [];
  if (wanted.includes(selected)) return { kind: "move", move: { card: selected, slot: gap } };
  if (!board || !wanted.length) return { kind: "dead" };
  const locked = lockedSlots(board).map((slot) => board[slot]);
  const loose = wanted.filter((card) => !locked.includes(card));
  const only = wanted.length === 1 ? wanted[0] : loose.length === 1 ? loose[0] : GAP;
  return only && movesAtOnce ? { kind: "move", move: { card: only, slot: gap } } : { kind: "ask", gap };
}
