import { openGaps } from "./state.js";

/** @import { BoardView } from "./board.js" */
/** @import { BoardState } from "./state.js" */

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
