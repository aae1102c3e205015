import { formatAction, parseAction } from "../rules/actions.js";
import { opening, parseSecret, redeal } from "../rules/deal.js";
import { drawnCode } from "../rules/draw.js";
import { isOver, newGame, play, refusal } from "../rules/game.js";
import { randomHex } from "../rules/hex.js";
import { variantOf } from "../rules/variants.js";

/** @typedef {{ variant: string, secret: string, actions: string[], ms: number }} Saved a game as it is kept in the browser; `ms` is the time played */

const SECRET_BYTES = 32;

/** A game that needs no server: its deal and every shuffle follow from a secret of this browser, and it counts nowhere. */
class PracticeGame {
  /** The time played before `#since` (ms), and the time of this page from which on it runs. */ #ms;
  #since = performance.now();
  /** @type {string[]} */ #actions = [];

  /** @param {Saved} saved */
  constructor({ variant: name, secret, actions, ms }) {
    this.variant = variantOf({ name });
    this.secret = secret;
    this.key = parseSecret(secret);
    this.#ms = ms;
    /** @type {Game} */ this.game = newGame(this.variant, opening(this.variant, drawnCode(this.key)));
    for (const action of actions) this.#play(parseAction(action));
  }

  /** Why an action would be refused, or null. @type {(action: Action) => Code | null} */
  refusal(action) {
    return refusal(this.game, action);
  }

  /** Play an action. @throws {RulesError} the refusal @param {Action} action */
  play(action) {
    this.#play(action);
    if (this.isOver) this.#ms = this.ms;
  }

  /** @param {Action} action */
  #play(action) {
    this.game = play(this.game, action, (board, k) => redeal(this.variant, board, this.key, k));
    this.#actions.push(formatAction(action));
  }

  get isOver() {
    return isOver(this.game);
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
