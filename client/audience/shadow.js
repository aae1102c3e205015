import { locked } from "../rules/board.js";
import { isOver, newGame, play, refusal } from "../rules/game.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { Variant } from "../rules/variants.js" */

/** A redeal is never asked: the shuffles of a race that runs are secret. @type {(board: Board) => Board} */
const NO_REDEAL = (board) => board;

/**
 * A spectator's own play of the deal of a race, which only this page knows. It begins with the opening that spectators
 * have seen, and has no shuffles.
 */
export class Shadow {
  /** @type {Game} */ game;

  /** @param {Variant} variant @param {Board} opening */
  constructor(variant, opening) {
    this.variant = { ...variant, shuffles: 0, shuffle_when: null };
    this.opening = opening;
    this.game = newGame(this.variant, opening);
  }

  /** Play an action, unless it is not allowed. @param {Action} action */
  play(action) {
    if (!refusal(this.game, action)) this.game = play(this.game, action, NO_REDEAL);
  }

  startOver() {
    this.game = newGame(this.variant, this.opening);
  }

  get isOver() {
    return isOver(this.game);
  }

  /** Number of cards in place. */
  get locked() {
    return locked(this.game.board);
  }

  /** The place that as many cards would have now. @param {readonly { locked: number }[]} rivals */
  place(rivals) {
    return 1 + rivals.filter((each) => each.locked > this.locked).length;
  }
}
