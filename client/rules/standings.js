/**
 * The facts that order a race. A running game has it at every instant.
 * @typedef {{ moves: number, locked: number, reached_ms?: number, won?: boolean, given_up?: boolean }} Raced since when it has this many locked cards: 0 if missing
 */

/**
 * More locked cards are better, then having reached them earlier; of wins, fewer moves. Games that were left or given up
 * come after all others, and games without a move last.
 * @type {(a: Raced, b: Raced) => number}
 */
export function compare(a, b) {
  if (!a.moves || !b.moves) return Number(!a.moves) - Number(!b.moves);
  return (
    Number(!!a.given_up) - Number(!!b.given_up) ||
    b.locked - a.locked ||
    (a.reached_ms ?? 0) - (b.reached_ms ?? 0) ||
    (a.won && b.won ? a.moves - b.moves : 0)
  );
}

/**
 * The games of a race with their ranks, best first; equal games share a rank, and the next one counts them all.
 * @template {Raced} G @param {Iterable<G>} games @returns {(G & { rank: number })[]}
 */
export function ranked(games) {
  /** @type {(G & { rank: number })[]} */
  const done = [];
  for (const [i, game] of [...games].sort(compare).entries()) {
    const before = done[i - 1];
    const isEqual = before && compare(before, game) === 0;
    done.push({ ...game, rank: isEqual ? before.rank : i + 1 });
  }
  return done;
}
