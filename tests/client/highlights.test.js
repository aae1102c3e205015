import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { highlightsOf } from "../../client/room/result-more.js";

await useLanguage("en");

const MINE = {
  player: "me",
  name: "Me",
  game: "now",
  rank: 1,
  won: true,
  locked: 24,
  score: 34,
  moves: 20,
  shuffles: 0,
  time_ms: 42000,
  reached_ms: 42000,
};
const BEST = {
  variant: "mini",
  games: 5,
  wins: 3,
  best_score: 34,
  best_score_game: "now",
  best_time_ms: 42000,
  best_time_game: "now",
};
const RACE = { variant: { name: "mini" } };

/** @type {(best: Partial<typeof BEST>, mine?: Partial<typeof MINE>, current?: number, par?: number) => string[]} */
const said = (best, mine = {}, current = 0, par = undefined) =>
  highlightsOf(
    {
      statistics: [{ ...BEST, ...best }],
      streak: { days: current, longest: 9, saved: 1, week: [], forgiven: [] },
    },
    { ...RACE, par },
    { ...MINE, ...mine },
  );

test("a personal best is said first, then the par and the streak", () => {
  assert.deepEqual(said({}, {}, 4, 22), [
    "New personal best: 0:42",
    "Par 22: you needed 20 moves.",
    "Streak: 4 days",
  ]);
});

test("a slower win says what the best is, a first one that it is the first", () => {
  assert.deepEqual(said({ best_time_game: "before", best_time_ms: 31000 }), ["Your best: 0:31"]);
  assert.deepEqual(said({ wins: 1 }), ["Your first win!"]);
});

test("without a win it is the score, from the second game on, and no par", () => {
  const lost = { won: false, score: 12 };
  assert.deepEqual(said({ best_score: 12 }, lost, 1, 22), ["New best score: 12"]);
  assert.deepEqual(said({ best_score_game: "before" }, lost), ["Your best score: 34"]);
  assert.deepEqual(said({ games: 1, wins: 0 }, lost), []);
});

test("a win that does not count is not the first one that does", () => {
  assert.deepEqual(said({ wins: 1, best_time_game: "counted", best_time_ms: 31000 }), ["Your best: 0:31"]);
});

test("of a game that does not count for a variant, only what counts is said", () => {
  assert.deepEqual(said({ variant: "addiction" }), []);
});
