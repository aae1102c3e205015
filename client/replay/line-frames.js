import { RulesError } from "../rules/errors.js";
import { newGame, play } from "../rules/game.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { Frame } from "./splits.js" */

/** How long each move of a line takes when it is shown (ms): a line has no times of its own. */
const PACE_MS = 1000;

/**
 * A line of moves played from a board, which proves that they can be made.
 * @throws {RulesError} what cannot be done, at its number; a line has no shuffle
 * @type {(variant: Variant, opening: Board, actions: Action[]) => Frame[]}
 */
export function playedLine(variant, opening, actions) {
  const frames = [{ game: newGame(variant, opening), ms: 0 }];
  for (const [i, action] of actions.entries()) {
    const game = play(frames[i].game, action, () => {
      throw new RulesError("bad_action", action, i + 1);
    });
    frames.push({ game, ms: (i + 1) * PACE_MS });
  }
  return frames;
}
