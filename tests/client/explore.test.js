import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { winOf } from "../../client/screens/race/explore.js";

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
