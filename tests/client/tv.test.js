import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { WIN_HOLD_MS } from "../../client/broadcast/director.js";
import { PastChannel, PastRace } from "../../client/screens/race/tv-past.js";

/** 32 cards are locked; 4S@41 locks ten more. */
const OPENING = [
  "2C3C4C5C6C7C8C9CTCJCKCQC--",
  "2D3D4D5D6D7D8D9DTDJDKDQD--",
  "2H3H4H5H6H7H8H9HTHJHKHQH--",
  "2S3S--5S6S7S8S9STSJSQSKS4S",
].join("/");

/** @type {(id: string, rank: number, transcript: string | null) => import("../../client/net/wire.js").RacedGame} */
const raced = (id, rank, transcript) => ({
  player: id,
  name: id.toUpperCase(),
  game: `g${id}`,
  rank,
  won: false,
  locked: 42,
  score: 42,
  moves: 1,
  shuffles: 0,
  time_ms: 9000,
  reached_ms: 500,
  transcript,
  shuffled_boards: [],
});

/** @type {import("../../client/screens/race/tv-past.js").OpenRace} */
const RACE = {
  id: "race",
  number: 1,
  variant: {},
  starts_at: 1_000_000,
  ranked: true,
  ended_at: 1_300_000,
  opening: OPENING,
  seats: ["a", "b", "sealed"].map((player) => ({ player, game: `g${player}`, name: player })),
  games: [
    raced("b", 1, "4S@41:500 undo:900 redo:240000 resign:300000"),
    raced("a", 2, "4S@41:600 resign:250000"),
    raced("sealed", 3, null),
  ],
};

test("a race of the past is, at each time, what its spectators would have seen", () => {
  const past = new PastRace(RACE);
  const seen = (/** @type {number} */ ms) =>
    past.at(ms).entries.map(({ name, locked, moves, isOut }) => `${name} ${locked} ${moves} ${isOut}`);
  assert.deepEqual(seen(0), ["A 32 0 false", "B 32 0 false"]);
  assert.deepEqual(seen(700), ["B 42 1 false", "A 42 1 false"]);
  assert.deepEqual(seen(1000), ["A 42 1 false", "B 32 1 false"]);
  assert.deepEqual(seen(250_000), ["A 42 1 true", "B 42 1 false"]);
  assert.deepEqual(past.at(240_000).entries[1].steps, [500, 42, 900, 32, 240_000, 42]);
  assert.deepEqual([past.at(0).hasStarted, past.end], [true, 300_000]);
});

test("it is shown from three minutes before its end, with its news, and is over once the end has been seen", () => {
  const channel = new PastChannel(RACE, 50_000);
  const shown = () => channel.shown;
  assert.equal(shown(), null);
  channel.step(50_000);
  assert.equal(shown()?.state.ms, 120_000);
  assert.deepEqual([shown()?.focus.id, shown()?.state.leader], ["ga", "ga"]);
  const kinds = (/** @type {number} */ now) => channel.step(now).map(({ kind, name }) => `${kind} ${name}`);
  assert.deepEqual(kinds(50_000 + 130_000), ["out A", "row B"]);
  assert.equal(channel.focus.id, "gb", "the best one that still plays");
  channel.pick("ga", 190_000);
  assert.deepEqual(kinds(50_000 + 190_000), ["out B"]);
  assert.deepEqual([channel.focus.id, shown()?.state.ms], ["ga", 300_000], "a choice of a spectator stays");
  channel.pick("", 240_000);
  assert.equal(channel.focus.isPinned, false);
  assert.equal(channel.isOver(50_000 + 180_000 + WIN_HOLD_MS), false);
  assert.equal(channel.isOver(50_000 + 180_000 + WIN_HOLD_MS + 1), true);
});
