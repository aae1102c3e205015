import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { changes } from "../../client/race/state.js";
import { ReplayClock } from "../../client/replay/clock.js";
import { stairs } from "../../client/replay/curves.js";
import { storyText } from "../../client/replay/story.js";

/** @import { TestContext } from "node:test" */

/** A page that draws when the test says so. @param {TestContext} context at the end of which all is as before */
function frames(context) {
  /** @type {Map<number, (now: number) => void>} */
  const waiting = new Map();
  let now = performance.now();
  let last = 0;
  const before = { request: globalThis.requestAnimationFrame, cancel: globalThis.cancelAnimationFrame };
  context.after(() =>
    Object.assign(globalThis, { requestAnimationFrame: before.request, cancelAnimationFrame: before.cancel }),
  );
  context.mock.method(performance, "now", () => now);
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {(now: number) => void} */ draw) => {
      waiting.set(++last, draw);
      return last;
    },
    cancelAnimationFrame: (/** @type {number} */ id) => waiting.delete(id),
  });
  return (/** @type {number} */ ms) => {
    now += ms;
    const drawn = [...waiting.values()];
    waiting.clear();
    for (const draw of drawn) draw(now);
    return waiting.size;
  };
}

test("the clock of a replay runs at its speed, stops at the end, and starts again from there", (context) => {
  const pass = frames(context);
  let changes = 0;
  const clock = new ReplayClock(10_000, () => changes++, new AbortController().signal);
  clock.toggle();
  pass(100);
  assert.equal(Math.round(clock.ms), 500, "five times as fast");
  clock.nextSpeed();
  pass(100);
  assert.equal(Math.round(clock.ms), 2500, "twenty times");
  clock.toggle();
  assert.equal(pass(1000), 0, "it stands");
  assert.equal(Math.round(clock.ms), 2500);
  clock.toggle();
  assert.equal(pass(60_000), 0, "it has come to the end");
  assert.deepEqual([clock.ms, clock.isRunning], [10_000, false]);
  clock.toggle();
  assert.deepEqual([clock.ms, clock.isRunning], [0, true]);
  assert.ok(changes >= 7);
});

test("the clock goes where it is sent, and no further than the race", (context) => {
  const pass = frames(context);
  const leaving = new AbortController();
  const clock = new ReplayClock(10_000, () => {}, leaving.signal);
  clock.seek(-5);
  assert.equal(clock.ms, 0);
  clock.seek(4000);
  clock.toggle();
  clock.seek(99_999);
  assert.deepEqual([clock.ms, clock.isRunning, pass(10)], [10_000, false, 0]);
  clock.toggle();
  leaving.abort();
  assert.equal(pass(10), 0, "nobody is there any more");
});

test("the curve of a game is a stair from the opening to its last action", () => {
  const step = { moves: 1, reached_ms: 0 };
  const steps = [
    { ...step, ms: 0, locked: 0 },
    { ...step, ms: 500, locked: 0 },
    { ...step, ms: 1000, locked: 24 },
    { ...step, ms: 2000, locked: 24 },
  ];
  assert.equal(stairs({ id: "a", steps }, 24, 4000), "0,238 250,238 250,2 500,2");
});

test("where a game was won or lost is said in a few words, in both languages", async () => {
  const result = { player: "a", name: "Ann", game: "a", score: 43, moves: 90, shuffles: 1 };
  const won = { ...result, rank: 1, won: true, locked: 48, reached_ms: 0, time_ms: 192_000 };
  const lost = { ...result, rank: 2, won: false, locked: 40, reached_ms: 0, time_ms: 100_000 };
  const stories = [
    {
      result: won,
      ahead: { ms: 60_000, id: "won", locked: 30 },
      until: null,
      shuffles: [59_000],
      pause: null,
      gaveUp: false,
      behind: null,
      turn: 60_000,
    },
    {
      result: lost,
      ahead: null,
      until: 60_000,
      shuffles: [],
      pause: { ms: 20_000, length: 9000 },
      gaveUp: true,
      behind: { cards: 8, ms: 0 },
      turn: 60_000,
    },
  ];
  for (const [language, ...texts] of [
    [
      "en",
      "Ahead for good from 1:00, with 30 cards in place. Won at 3:12. Shuffled once, at 0:59.",
      "In the lead until 1:00. Gave up at 1:40 with 40 in place. 8 cards behind first place. No shuffle. Longest pause: 0:09, at 0:20.",
    ],
    [
      "de",
      "Vorn ab 1:00, mit 30 richtigen Karten. Gewonnen bei 3:12. Einmal gemischt, bei 0:59.",
      "Vorn bis 1:00. Aufgegeben bei 1:40, 40 richtig. 8 Karten hinter dem Ersten. Nie gemischt. Längste Pause: 0:09, bei 0:20.",
    ],
  ]) {
    await useLanguage(language);
    assert.deepEqual(stories.map(storyText), texts);
  }
});

test("only the last seconds of a long wait are heard", () => {
  const state = (/** @type {number} */ secondsToStart) =>
    /** @type {any} */ ({ secondsToStart, game: null, lanes: [] });
  assert.equal(changes(state(60), state(59)).countedDown, false);
  assert.equal(changes(state(6), state(5)).countedDown, true);
});
