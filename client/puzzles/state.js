import { parseAction } from "../rules/actions.js";
import { moved, parseBoard } from "../rules/board.js";
import { variantOf } from "../rules/variants.js";

/** @import { Puzzle } from "../net/messages.js" */
/** @import { Board, Move } from "../rules/board.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @typedef {"line" | "refutation"} Way what can be looked through: the line that wins, or what follows the move that lost */
/** @typedef {{ boards: Board[], answers: number }} Film boards from the puzzle on; the first `answers` moves were to be found */

/** @type {(puzzle: Puzzle) => Variant} */
export const rulesOf = (puzzle) => variantOf(puzzle.variant);

/** @type {(text: string) => Move} */
const moveOf = (text) => /** @type {Move} */ (parseAction(text));

/** The boards from the one of a puzzle on, through some moves. @type {(puzzle: Puzzle, moves: readonly string[]) => Board[]} */
export function boardsOf(puzzle, moves) {
  const boards = [parseBoard(puzzle.board, rulesOf(puzzle))];
  for (const text of moves) boards.push(moved(boards[boards.length - 1], moveOf(text)));
  return boards;
}

/** The board after the moves that were found. @type {(puzzle: Puzzle) => Board} */
export const boardOf = (puzzle) => boardsOf(puzzle, puzzle.found ?? []).at(-1) ?? new Uint8Array();

/** What can be looked through once a try is over; null if there is no such way. @type {(puzzle: Puzzle, way: Way) => Film | null} */
export function filmOf(puzzle, way) {
  const { solution, found = [] } = puzzle;
  if (!solution) return null;
  if (way === "line")
    return {
      boards: boardsOf(puzzle, [...solution.line, ...solution.win]),
      answers: solution.line.length,
    };
  if (!solution.wrong) return null;
  return {
    boards: boardsOf(puzzle, [...found, solution.wrong, ...(solution.refutation ?? [])]),
    answers: found.length + 1,
  };
}
