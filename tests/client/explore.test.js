import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { swipeWay, winOf } from "../../client/screens/race/explore.js";

test("a swipe moves the positions as a finger does, and is long and straight", () => {
  assert.equal(swipeWay(60, 5), "back");
  assert.equal(swipeWay(-60, 5), "on");
  assert.equal(swipeWay(5, 60), "previous");
  assert.equal(swipeWay(-5, -60), "next");
  assert.equal(swipeWay(30, 0), null);
  assert.equal(swipeWay(60, 50), null);
});

test("until a position has its own chance, it has that of the move that led to it", () => {
  const moves = [
    { move: "6D@27", win: 0.4 },
    { move: "7D@28", win: null },
  ];
  const parent = /** @type {any} */ ({ found: { moves, win: 0.5 } });
  const position = (/** @type {string[]} */ line, /** @type {any} */ found = null) =>
    winOf(/** @type {any} */ ({ parent, found, line }));
  assert.equal(position(["6D@27"]), 0.4);
  assert.equal(position(["6D@27"], { win: 0.3 }), 0.3);
  assert.equal(position(["7D@28"]), null);
  assert.equal(position(["shuffle"]), undefined);
});
