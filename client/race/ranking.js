/** @import { GameView } from "../net/messages.js" */

/** Points that a shuffle costs. */
const SHUFFLE_COST = 5;

/** Won first, then less time and fewer moves; the others by score. @type {(a: GameView, b: GameView) => number} */
function compare(a, b) {
  if (!a.won !== !b.won) return a.won ? -1 : 1;
  if (a.won) return (a.last_ms ?? 0) - (b.last_ms ?? 0) || a.moves - b.moves;
  return b.locked - SHUFFLE_COST * b.shuffles - (a.locked - SHUFFLE_COST * a.shuffles);
}

/**
 * The current ranks, by game; equal games share a rank. The final ones are the server's.
 * @type {(games: Iterable<GameView>) => Map<string, number>}
 */
export function ranks(games) {
  const sorted = [...games].sort(compare);
  /** @type {Map<string, number>} */
  const byGame = new Map();
  for (const [i, game] of sorted.entries()) {
    const isEqual = i > 0 && compare(sorted[i - 1], game) === 0;
    byGame.set(game.game, isEqual ? (byGame.get(sorted[i - 1].game) ?? 1) : i + 1);
  }
  return byGame;
}
