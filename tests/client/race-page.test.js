import assert from "node:assert/strict";
import test from "node:test";
import { actionsOf, framesOf } from "../../client/replay/frames.js";
import { storiesOf } from "../../client/replay/story.js";
import { leadChanges, longestPause, ranksAt, stepAt, trackOf } from "../../client/replay/timeline.js";

/** 32 cards are locked; 4S@41 locks ten more, and the last row with them. */
const OPENING = [
  "2C3C4C5C6C7C8C9CTCJCKCQC--",
  "2D3D4D5D6D7D8D9DTDJDKDQD--",
  "2H3H4H5H6H7H8H9HTHJHKHQH--",
  "2S3S--5S6S7S8S9STSJSQSKS4S",
].join("/");

/** @type {(id: string, transcript: string) => import("../../client/replay/timeline.js").Track} */
const track = (id, transcript) => trackOf(id, framesOf(replay(transcript)));

/** @type {(transcript: string) => import("../../client/net/wire.js").Replay} */
const replay = (transcript) => ({ variant: {}, opening: OPENING, transcript, shuffled_boards: [OPENING] });

/** @type {(id: string, rank: number, transcript: string, more?: object) => import("../../client/replay/story.js").Play} */
const play = (id, rank, transcript, more = {}) => ({
  result: {
    player: id,
    name: id,
    game: id,
    rank,
    won: false,
    locked: 42,
    score: 42,
    moves: 1,
    shuffles: 0,
    time_ms: 9000,
    reached_ms: 9000,
    ...more,
  },
  track: track(id, transcript),
  actions: actionsOf(replay(transcript)),
});

test("a game stands at a time as after its last action, and has had its cards since they came in place", () => {
  const game = track("a", "4S@41:500 undo:900 redo:1200 resign:5000");
  const seen = [0, 499, 500, 899, 900, 1200, 9999].map((ms) => stepAt(game, ms));
  assert.deepEqual(
    seen.map(({ locked }) => locked),
    [32, 32, 42, 42, 32, 42, 42],
  );
  assert.equal(stepAt(game, 9999).reached_ms, 1200, "giving up puts nothing in place");
});

test("ranks at a time are those of a race: more cards, then earlier, and no place without a move", () => {
  const tracks = [track("a", "4S@41:900"), track("b", "4S@41:500 undo:700"), track("c", "")];
  assert.deepEqual(Object.fromEntries(ranksAt(tracks, 600)), { a: 2, b: 1, c: 2 });
  assert.deepEqual(Object.fromEntries(ranksAt(tracks, 1000)), { a: 1, b: 2, c: 3 });
});

test("the lead changes when another game is ahead of all, and not when two are level", () => {
  const tracks = [
    track("a", "4S@41:900"),
    track("b", "4S@41:500 undo:700 redo:1500"),
    track("c", "4S@41:900"),
  ];
  assert.deepEqual(
    leadChanges(tracks).map(({ id, ms }) => [id, ms]),
    [["b", 500]],
    "a and c are level when they pass b",
  );
  assert.deepEqual(
    leadChanges(tracks.slice(0, 2)).map(({ id, ms }) => [id, ms]),
    [
      ["b", 500],
      ["a", 900],
    ],
  );
  assert.deepEqual(leadChanges([track("a", ""), track("b", "")]), []);
});

test("the longest pause begins with an action or with the race", () => {
  assert.deepEqual(longestPause(track("a", "4S@41:5000 undo:5100 redo:9000")), { ms: 0, length: 5000 });
  assert.deepEqual(longestPause(track("a", "4S@41:500 undo:5100 redo:9000")), { ms: 500, length: 4600 });
  assert.equal(longestPause(track("a", "")), null);
});

test("of each game it is said since when it led or until when, when it shuffled, and what it lacked", () => {
  const [first, second] = storiesOf([
    play("a", 1, "4S@41:20000 undo:20100 redo:20200", { won: true, locked: 48, time_ms: 20200 }),
    play("b", 2, "4S@41:500 undo:800 shuffle:1000 resign:1500"),
  ]);
  assert.deepEqual(first.ahead?.ms, 20000);
  assert.equal(first.until, null);
  assert.deepEqual(first.pause, { ms: 0, length: 20000 });
  assert.equal(first.behind, null);
  assert.equal(first.turn, 20000);
  assert.deepEqual(second.shuffles, [1000]);
  assert.equal(second.until, 20000);
  assert.equal(second.pause, null, "too short for a word");
  assert.ok(second.gaveUp);
  assert.deepEqual(second.behind, { cards: 6, ms: 0 });
});
