import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { inset } from "../../client/board/thumbnail.js";

test("a card has a space around it, and no size below zero on a board that is not laid out yet", () => {
  assert.deepEqual(inset({ left: 10, top: 20, width: 50, height: 100 }), {
    left: 12,
    top: 22,
    width: 46,
    height: 96,
  });
  for (const width of [0, 1, 2])
    for (const height of [0, 1, 30]) {
      const card = inset({ left: 0, top: 0, width, height });
      assert.ok(card.width >= 0 && card.height >= 0, `${width}x${height}`);
    }
});
