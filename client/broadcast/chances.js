/** @import { GameChance } from "../net/messages.js" */

/** Those of the latest actions of a game that are kept: what is shown may be behind them by the delay. */
const MAX_CHANCES = 200;

/** The win probabilities of the games of a race, as far as they have come: each for the board after an action. */
export class Chances {
  /** In the order of the actions, by game. @type {Map<string, GameChance[]>} */ #known = new Map();

  /** @param {readonly GameChance[]} games */
  add(games) {
    for (const chance of games) {
      const earlier = (this.#known.get(chance.game) ?? []).filter(({ n }) => n < chance.n);
      this.#known.set(chance.game, [...earlier, chance].slice(-MAX_CHANCES));
    }
  }

  /** The latest one that does not go ahead of a board, 0 to 1; null if none has come. @param {string} game @param {number} n the last action of what is shown */
  of(game, n) {
    return this.#known.get(game)?.findLast((chance) => chance.n <= n)?.win ?? null;
  }
}
