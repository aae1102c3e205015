import { formatAction, parseAction } from "../rules/actions.js";
import { locked } from "../rules/board.js";
import { opening, parseSecret, redeal } from "../rules/deal.js";
import { drawnCode } from "../rules/draw.js";
import { isOver, newGame, play, refusal } from "../rules/game.js";
import { randomHex } from "../rules/hex.js";
import { variantOf } from "../rules/variants.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { Code } from "../rules/sentences.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @typedef {{ variant: string, secret: string, actions: string[], ms: number }} Saved a game as it is kept in the browser; `ms` is the time played */

const SECRET_BYTES = 32;

/** A game that only this page knows. */
export class LocalGame {
  /** @param {Variant} variant @param {Board} opening @param {(board: Board, k: number) => Board} redeal */
  constructor(variant, opening, redeal) {
    this.variant = variant;
    this.opening = opening;
    this.redeal = redeal;
    /** @type {Game} */ this.game = newGame(variant, opening);
  }

  /** Why an action would be refused, or null. @type {(action: Action) => Code | null} */
  refusal(action) {
    return refusal(this.game, action);
  }

  /** Play an action. @throws {RulesError} the refusal @param {Action} action */
  play(action) {
    this.game = play(this.game, action, this.redeal);
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
}

/** A game that needs no server: its deal and every shuffle follow from a secret of this browser, and it counts nowhere. */
class PracticeGame extends LocalGame {
  /** The time played before `#since` (ms), and the time of this page from which on it runs. */ #ms;
  #since = performance.now();
  /** @type {string[]} */ #actions = [];

  /** @param {Saved} saved */
  constructor({ variant: name, secret, actions, ms }) {
    const variant = variantOf({ name });
    const key = parseSecret(secret);
    super(variant, opening(variant, drawnCode(key)), (board, k) => redeal(variant, board, key, k));
    this.secret = secret;
    this.#ms = ms;
    for (const action of actions) this.#play(parseAction(action));
  }

  /** @param {Action} action */
  play(action) {
    this.#play(action);
    if (this.isOver) this.#ms = this.ms;
  }

  /** @param {Action} action */
  #play(action) {
    super.play(action);
    this.#actions.push(formatAction(action));
  }

  /** The time played so far; it stands still when the game is over. */
  get ms() {
    return this.isOver ? this.#ms : this.#ms + performance.now() - this.#since;
  }

  /** @returns {Saved} */
  get saved() {
    return { variant: this.variant.name, secret: this.secret, actions: this.#actions, ms: this.ms };
  }
}

/** A new game on a random deal. @param {string} variant */
export const newPractice = (variant) =>
  new PracticeGame({
    variant,
    secret: randomHex(SECRET_BYTES),
    actions: [],
    ms: 0,
  });

/** A kept game, or null if it is none, of another variant, or over. @type {(saved: Saved | null, variant: string) => PracticeGame | null} */
export function resumed(saved, variant) {
  try {
    const game = saved?.variant === variant ? new PracticeGame(saved) : null;
    return game?.isOver ? null : game;
  } catch {
    return null; // kept by another version
  }
}
