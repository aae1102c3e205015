import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { changes, waitOf } from "../../client/race/state.js";
import { startedLater } from "../../client/room/result-extras.js";

await useLanguage("en");

const nameOf = (/** @type {string} */ id) => id.toUpperCase();

test("a result says who started later, and that all times are of one clock", () => {
  const seats = [
    { player: "ann", game: "a", waits_ms: 12_000 },
    { player: "bob", game: "b" },
  ];
  assert.equal(
    startedLater(seats, nameOf).textContent,
    "ANN started 12 seconds later. All times count from the start of the race.",
  );
  const race = /** @type {any} */ ({ seats });
  assert.deepEqual([waitOf(race, "ann"), waitOf(race, "bob"), waitOf(race)], [12_000, 0, 0]);
});

test("only the last seconds of a long wait are heard", () => {
  const state = (/** @type {number} */ secondsToStart) =>
    /** @type {any} */ ({ secondsToStart, game: null, lanes: [] });
  assert.equal(changes(state(60), state(59)).countedDown, false);
  assert.equal(changes(state(6), state(5)).countedDown, true);
});
