import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Director, direct, focusOn, SWING_MS } from "../../client/broadcast/director.js";
import { useLanguage } from "../../client/i18n/index.js";
import { entry, state } from "./broadcast-states.js";

/** @import { BroadcastState } from "../../client/broadcast/state.js" */

const chosen = (
  /** @type {BroadcastState} */ now,
  current = "",
  earlier = /** @type {BroadcastState | null} */ (null),
) => Object.values(direct(now, earlier, current)).join(" ");

test("the director shows the leader while nothing is about to happen, and the best one that still plays", () => {
  assert.equal(chosen(state([entry("a", 9), entry("b", 5)])), "a lead");
  assert.equal(chosen(state([entry("a", 24, { isWon: true }), entry("b", 5), entry("c", 4)])), "b ");
  assert.equal(chosen(state([entry("a", 9, { isOut: true })])), "a ");
  assert.equal(chosen(state([entry("a", 1), entry("b", 1)], { leader: "" }), "b"), "a ", "nothing keeps b");
  assert.equal(chosen(state([])), " ");
});

test("it shows who is about to take the lead, and only as long as that is so", () => {
  const close = (/** @type {number} */ reachedMs) => state([entry("a", 9), entry("b", 8, { reachedMs })]);
  assert.equal(chosen(close(55_000)), "b chase");
  assert.equal(chosen(close(49_999)), "a lead");
  assert.equal(chosen(state([entry("a", 9), entry("b", 7, { reachedMs: 59_000 })])), "a lead");
  assert.equal(
    chosen(state([entry("a", 1), entry("b", 1)], { leader: "" })),
    "a ",
    "nothing has happened yet",
  );
});

test("it shows whose win probability swings, either way, before who is close", () => {
  const at = (/** @type {number | null} */ chance) =>
    state([entry("a", 9), entry("b", 8, { reachedMs: 59_000 }), entry("c", 4, { chance })]);
  assert.equal(chosen(at(0.3), "", at(0.6)), "c swing");
  assert.equal(chosen(at(0.6), "", at(0.3)), "c swing");
  assert.equal(chosen(at(0.6), "", at(0.5)), "b chase");
  assert.equal(chosen(at(null), "", at(0.5)), "b chase");
});

test("nothing goes before the last cards, of which fewer are better", () => {
  assert.equal(chosen(state([entry("a", 22), entry("b", 21), entry("c", 22)]), "b"), "a few");
  assert.equal(chosen(state([entry("a", 22), entry("b", 21), entry("c", 22)]), "c"), "c few");
});

test("of games that count the same, the one that is large stays", () => {
  const two = state([
    entry("a", 9),
    entry("b", 8, { reachedMs: 59_000 }),
    entry("c", 8, { reachedMs: 59_500 }),
  ]);
  assert.equal(chosen(two), "b chase");
  assert.equal(chosen(two, "c"), "c chase");
  assert.equal(chosen(two, "a"), "b chase");
});

test("a director remembers the last seconds of a race, says why, and a choice of a spectator goes first", async () => {
  await useLanguage("en");
  const director = new Director();
  const at = (/** @type {number} */ ms, /** @type {number} */ chance, race = "race") =>
    state([entry("a", 9), entry("b", 4, { chance })], { ms, race });
  assert.deepEqual(director.choose(at(0, 0.2), ""), { id: "a", why: "" });
  assert.deepEqual(director.choose(at(SWING_MS, 0.5), "a"), { id: "b", why: "odds from 20% to 50%" });
  assert.deepEqual(director.choose(at(2 * SWING_MS + 1, 0.5), "b"), { id: "a", why: "" });
  director.choose(at(0, 0.9, "next"), "");
  const last = at(1, 0.1, "next");
  const wanted = director.choose(last, "");
  assert.equal(wanted.id, "b");
  const start = { id: "a", since: 0, isPinned: false };
  assert.equal(focusOn(start, last, 2999, "", wanted).id, "a", "no board goes at once");
  assert.deepEqual(focusOn(start, last, 3000, "", wanted), { ...wanted, since: 3000, isPinned: false });
  assert.equal(focusOn({ ...start, isPinned: true }, last, 3000, "", wanted).id, "a");
  assert.equal(focusOn(start, last, 3000, "a", wanted).id, "a", "a win");
  const few = { id: "a", why: "2 cards to go" };
  assert.deepEqual(focusOn(start, last, 5000, "", few), { ...start, why: "2 cards to go" });
});
