import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { firstRange, lastSecond, pace, pushed, speedOf } from "../../client/replay/clips.js";
import { BITS_PER_SECOND, layoutOf, videoSuffix, videoType } from "../../client/replay/video.js";

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

test("a video is a file that chats take, where the browser can make it", () => {
  const all = () => true;
  const webmOnly = (/** @type {string} */ type) => type.includes("webm");
  assert.equal(videoSuffix(videoType(all)), "mp4");
  assert.equal(videoSuffix(videoType(webmOnly)), "webm");
  assert.equal(
    videoType(() => false),
    "",
  );
  assert.ok((60 * BITS_PER_SECOND) / 8 < 2_000_000, "a minute");
});

test("wide boards lie below each other in a video, narrow ones side by side, at even sizes", () => {
  assert.equal(layoutOf(2, 13).across, 1);
  assert.equal(layoutOf(2, 7).across, 2);
  assert.equal(layoutOf(1, 7).across, 1);
  for (const columns of [7, 13])
    for (const count of [1, 2, 3, 4]) {
      const { across, height, width } = layoutOf(count, columns);
      assert.equal(width * across, 640);
      assert.equal(height % 2, 0);
      assert.ok(640 * height <= 1280 * 720, "within the level that is asked for");
    }
});

test("a range is shown so fast that it lasts no longer than the clip", () => {
  assert.equal(speedOf({ from: 0, to: 90 }, 60), 1.5);
  assert.equal(speedOf({ from: 0, to: 9 }, 60), 1);
});
