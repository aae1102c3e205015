import assert from "node:assert/strict";
import test from "node:test";
import { ranked } from "../../client/rules/standings.js";

test("ranks: more cards in place, then there earlier, then without a move; equal games share a rank", () => {
  const games = [
    { game: "a", moves: 3, locked: 5, reached_ms: 70 },
    { game: "b", moves: 9, locked: 28, reached_ms: 900 },
    { game: "c", moves: 1, locked: 5, reached_ms: 70 },
    { game: "d", moves: 60, locked: 28, reached_ms: 800 },
    { game: "e", moves: 0, locked: 9 },
    { game: "f", moves: 2, locked: 5, reached_ms: 71 },
    { game: "g", moves: 0, locked: 3 },
    { game: "h", moves: 1, locked: 2 },
  ];
  const ranks = ranked(games).map(({ game, rank }) => [game, rank]);
  assert.deepEqual(Object.fromEntries(ranks), { d: 1, b: 2, a: 3, c: 3, f: 5, h: 6, e: 7, g: 7 });
});
