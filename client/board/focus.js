import { ROWS } from "../rules/board.js";
import { openGaps, placeOf } from "./state.js";

/** @import { BoardState } from "./state.js" */

/** Where a key leads from a slot, or null. On a tall board, rows run downward. @type {(slot: number, key: { key: string, ctrlKey: boolean }, columns: number, isTall: boolean) => number | null} */
export function slotByKey(slot, { key, ctrlKey }, columns, isTall) {
  const { row, column } = placeOf(slot, columns);
  if (key === "Home") return ctrlKey ? 0 : row * columns;
  if (key === "End") return (ctrlKey ? ROWS : row + 1) * columns - 1;
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  if (!step || ctrlKey) return null;
  const [down, right] = isTall ? [step[1], step[0]] : step;
  return clamp(row + down, ROWS) * columns + clamp(column + right, columns);
}

/** @type {(value: number, count: number) => number} */
const clamp = (value, count) => Math.min(count - 1, Math.max(0, value));

/** The next slot, in the order of reading, whose card can move; null if none can. @type {(state: BoardState) => number | null} */
function nextMovable(state) {
  const { board, focus } = state;
  if (!board) return null;
  const slots = Array.from(board, (_, i) => (focus + 1 + i) % board.length);
  return slots.find((slot) => openGaps(state, board[slot]).length > 0) ?? null;
}

/** Focus the next card that can move, if one can. @param {BoardView} view */
export function focusMovable(view) {
  const focus = view.state && nextMovable(view.state);
  if (focus !== null) view.update({ focus });
  view.focus();
}
