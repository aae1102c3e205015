/** @import { GameView } from "../net/messages.js" */

const PER_SHUFFLE = 5;

/** Won first, then less time and fewer moves; the others by score. @type {(a: GameView, b: GameView) => number} */
function compare(a, b) {
  if (!a.won !== !b.won) return a.won ? -1 : 1;
  if (a.won) return (a.last_action_ms ?? 0) - (b.last_action_ms ?? 0) || a.moves - b.moves;
  return b.locked - PER_SHUFFLE * b.shuffles - (a.locked - PER_SHUFFLE * a.shuffles);
}

/**
 * The ranks as they are by now, by game; equal ones share a rank. The last word is the server's, at the end.
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
