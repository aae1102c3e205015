import { ROWS, runLength } from "../rules/board.js";
import { frameAt } from "./frames.js";

/** @import { Frame } from "./frames.js" */

const TENTHS = 10;
/** For each quarter of a row that is in order, darker to lighter; the last is for all of it. */
const SQUARES = ["⬛", "🟫", "🟧", "🟨", "🟩"];

/**
 * A game as a picture that tells nothing of its cards: for each row, the one that came furthest first, how many quarters of it were in order
 * after each tenth of the time.
 * @type {(frames: Frame[]) => number[][]}
 */
export function squaresOf(frames) {
  const { game, ms: end } = frames[frames.length - 1];
  const cards = game.variant.columns - 1;
  const boards = Array.from({ length: TENTHS }, (_, i) =>
    i === TENTHS - 1 ? game.board : frames[frameAt(frames, (end * (i + 1)) / TENTHS)].game.board,
  );
  const rows = Array.from({ length: ROWS }, (_, row) =>
    boards.map((board) => Math.floor((runLength(board, row) / cards) * (SQUARES.length - 1))),
  );
  const sum = (/** @type {number[]} */ row) => row.reduce((all, each) => all + each, 0);
  return rows.sort((one, other) => sum(other) - sum(one));
}

/** The same as lines of text. @type {(squares: number[][]) => string} */
export const squaresText = (squares) =>
  squares.map((row) => row.map((each) => SQUARES[each]).join("")).join("\n");
