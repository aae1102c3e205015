import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { teamsNow } from "../../client/broadcast/teams.js";
import { loadTexts, useLanguage } from "../../client/i18n/index.js";
import { seriesText } from "../../client/room/series.js";
import { ofTeams, teamName } from "../../client/room/teams.js";

await useLanguage("en");
await loadTexts("result");
await loadTexts("teams");

/** @type {(id: string, locked: number, more?: object) => any} */
const entry = (id, locked, more = {}) => ({
  id,
  name: id.toUpperCase(),
  locked,
  shuffles: 0,
  moves: 1,
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
  const now = teamsNow({ entries, of: race(1, { a: 1, b: 1, c: 2, d: 2 }) });
  assert.deepEqual(now, [
    { team: 2, sum: 34, names: ["C", "D"] },
    { team: 1, sum: 15, names: ["A", "B"] },
  ]);
  assert.deepEqual(
    teamsNow({ entries, of: race(2, { a: 1, b: 1, c: 2, d: 2 }) }).map(({ sum }) => sum),
    [37, 24],
  );
});

test("a game without a move is no result of its team", () => {
  const entries = [entry("a", 2, { moves: 0 }), entry("b", -4)];
  assert.deepEqual(
    teamsNow({ entries, of: race(1, { a: 1, b: 2 }) }).map(({ sum, team }) => [team, sum]),
    [
      [1, 0],
      [2, -4],
    ],
  );
});

test("a series of teams says which team leads or has won it", () => {
  const teams = [
    { team: 2, points: 2 },
    { team: 1, points: 0 },
  ];
  assert.equal(seriesText(ofTeams({ over: true, teams }), teamName), "Blue team wins the series!");
  assert.equal(seriesText(ofTeams({ over: false, teams }), teamName), "Blue team leads");
});
