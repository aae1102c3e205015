import assert from "node:assert/strict";
import test from "node:test";
import { firstRange, lastSecond, pace, pushed } from "../../client/clips/range.js";
import { clipPath } from "../../client/net/clips.js";

test("a clip begins at the instant that is shown, and shows all of a game that has not begun or has ended", () => {
  assert.deepEqual(firstRange(12_700, 60_500), { from: 12, to: 61 });
  assert.deepEqual(firstRange(0, 60_500), { from: 0, to: 61 });
  assert.deepEqual(firstRange(60_500, 60_500), { from: 0, to: 61 });
  assert.deepEqual(firstRange(0, 0), { from: 0, to: 1 });
});

test("an end of a range that is moved past the other one pushes it, and never beyond the game", () => {
  assert.deepEqual(pushed({ from: 5, to: 9 }, "from", 10), { from: 5, to: 9 });
  assert.deepEqual(pushed({ from: 9, to: 4 }, "from", 10), { from: 9, to: 10 });
  assert.deepEqual(pushed({ from: 10, to: 4 }, "from", 10), { from: 9, to: 10 });
  assert.deepEqual(pushed({ from: 5, to: 3 }, "to", 10), { from: 2, to: 3 });
  assert.deepEqual(pushed({ from: 5, to: 0 }, "to", 10), { from: 0, to: 1 });
  for (const last of [1, 2, 3])
    for (let from = 0; from <= last; from++)
      for (let to = 0; to <= last; to++)
        for (const moved of /** @type {const} */ (["from", "to"])) {
          const range = pushed({ from, to }, moved, last);
          assert.ok(range.from >= 0 && range.from < range.to && range.to <= last);
        }
});

test("a long range is shown faster, a short one in its own time", () => {
  assert.deepEqual(pace({ from: 0, to: 100 }, 20), { seconds: 20, speed: 5 });
  assert.deepEqual(pace({ from: 30, to: 38 }, 20), { seconds: 8, speed: 1 });
  assert.equal(lastSecond(60_001), 61);
});

test("the address of a clip names its games and its range", () => {
  assert.equal(
    clipPath({ games: ["a", "b"], from: 1000, to: 9000, length: 10, format: "webp" }),
    "/api/clips/webp?games=a%2Cb&from=1000&to=9000&length=10",
  );
});
