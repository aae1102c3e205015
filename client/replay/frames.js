import { readTranscript } from "../rules/actions.js";
import { parseBoard } from "../rules/board.js";
import { RulesError } from "../rules/errors.js";
import { newGame, play } from "../rules/game.js";
import { variantOf } from "../rules/variants.js";

/** @typedef {{ game: Game, ms: number }} Frame a game after one of its actions, and when that was since the start (ms) */

/** A line of moves has no times: this long each move takes when it is shown (ms). */
const LINE_MOVE_MS = 1000;

/**
 * Return a finished game before its first action and after each. The boards after the shuffles are the server's: it
 * is for showing and proves nothing, `verifyRecord` does.
 * @type {(replay: wire.Replay) => Frame[]}
 */
export function framesOf(replay) {
  const variant = variantOf(replay.variant);
  const frames = [{ game: newGame(variant, parseBoard(replay.opening, variant)), ms: 0 }];
  for (const { action, ms } of readTranscript(replay.transcript)) {
    const { game } = frames[frames.length - 1];
    frames.push({
      game: play(game, action, (_, k) => parseBoard(replay.shuffled_boards[k - 1], variant)),
      ms,
    });
  }
  return frames;
}

/** The actions that lead from frame to frame. @type {(replay: wire.Replay) => Action[]} */
export const actionsOf = ({ transcript }) => Array.from(readTranscript(transcript), ({ action }) => action);

/**
 * Play a line of moves from a board.
 * @throws {RulesError} if one cannot be made, at its number; a line has no shuffle
 * @type {(variant: Variant, opening: Board, actions: Action[]) => Frame[]}
 */
export function lineFrames(variant, opening, actions) {
  const frames = [{ game: newGame(variant, opening), ms: 0 }];
  for (const [i, action] of actions.entries()) {
    const game = play(frames[i].game, action, () => {
      throw new RulesError("bad_action", action, i + 1);
    });
    frames.push({ game, ms: (i + 1) * LINE_MOVE_MS });
  }
  return frames;
}

/** The index of the last frame that is not later than a time. @type {(frames: { ms: number }[], ms: number) => number} */
export function frameAt(frames, ms) {
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (frames[middle].ms <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}
