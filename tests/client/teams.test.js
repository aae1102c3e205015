import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { teamName, teamsNow } from "../../client/race/teams.js";
import { seriesText } from "../../client/room/series.js";
import { ofTeams } from "../../client/room/teams.js";

await useLanguage("en");

/** @type {(id: string, locked: number, more?: object) => any} */
const entry = (id, locked, more = {}) => ({
  id,
  name: id.toUpperCase(),
  locked,
  shuffles: 0,
  moves: 1,
  reachedMs: 1000,
  isWon: false,
  ...more,
});

/** @type {(count: number, teams: { [game: string]: number }) => any} */
const race = (count, teams) => ({
  team_scores: count,
  seats: Object.entries(teams).map(([game, team]) => ({ game, player: game, team })),
});

test("a team stands at the sum of its best scores so far, best first", () => {
  const entries = [
    entry("a", 20, { shuffles: 1 }),
    entry("b", 9),
    entry("c", 24, { isWon: true }),
    entry("d", 3),
  ];
  const now = teamsNow(entries, race(1, { a: 1, b: 1, c: 2, d: 2 }));
  assert.deepEqual(now, [
    { team: 2, sum: 34, names: ["C", "D"] },
    { team: 1, sum: 15, names: ["A", "B"] },
  ]);
  assert.deepEqual(
    teamsNow(entries, race(2, { a: 1, b: 1, c: 2, d: 2 })).map(({ sum }) => sum),
    [37, 24],
  );
});

test("a team without a move is behind all others", () => {
  const entries = [entry("a", 2, { moves: 0 }), entry("b", -4)];
  assert.deepEqual(
    teamsNow(entries, race(1, { a: 1, b: 2 })).map(({ sum, team }) => [team, sum]),
    [
      [2, -4],
      [1, 0],
    ],
  );
});

test("of equal sums the one that was reached earlier is ahead", () => {
  const [a, b, c] = [
    entry("a", 9, { reachedMs: 5000 }),
    entry("b", 9, { reachedMs: 3000 }),
    entry("c", 9, { reachedMs: 4000 }),
  ];
  const order = (/** @type {any[]} */ entries, /** @type {any} */ of) =>
    teamsNow(entries, of).map(({ team }) => team);
  assert.deepEqual(order([a, c], race(1, { a: 1, c: 2 })), [2, 1]);
  assert.deepEqual(order([a, b, c], race(1, { a: 1, b: 1, c: 2 })), [1, 2], "b counts, who was earlier");
});

test("a series of teams says which team leads or has won it", () => {
  const teams = [
    { team: 2, points: 2 },
    { team: 1, points: 0 },
  ];
  assert.equal(seriesText(ofTeams({ over: true, teams }), teamName), "Blue team wins the series!");
  assert.equal(seriesText(ofTeams({ over: false, teams }), teamName), "Blue team leads");
});
