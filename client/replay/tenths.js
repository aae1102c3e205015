import { locked, ROWS } from "../rules/board.js";
import { frameAt } from "./frames.js";

/** @import { Frame } from "./frames.js" */

const TENTHS = 10;
/** For each quarter of the cards that is in place, darker to lighter; the last is for all of them. */
const SQUARES = ["⬛", "🟫", "🟧", "🟨", "🟩"];
const SHUFFLE = "🔀";

/**
 * A game in a line of text that tells nothing of its cards: a square for how many were in place after each tenth of the
 * time, and a mark for each shuffle.
 * @type {(frames: Frame[]) => string}
 */
export function tenths(frames) {
  const { game, ms: end } = frames[frames.length - 1];
  const cards = ROWS * (game.variant.columns - 1);
  let shuffles = 0;
  let text = "";
  for (let i = 1; i <= TENTHS; i++) {
    const { game } = frames[i === TENTHS ? frames.length - 1 : frameAt(frames, (end * i) / TENTHS)];
    text += SHUFFLE.repeat(game.shuffles - shuffles) + squareOf(locked(game.board) / cards);
    shuffles = game.shuffles;
  }
  return text;
}

/** @type {(share: number) => string} */
const squareOf = (share) => SQUARES[Math.floor(share * (SQUARES.length - 1))];
