import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { actionsOf, framesOf } from "../../client/replay/frames.js";
import { examine } from "../../client/rules/examination.js";

const PATH = new URL("../vectors/examinations.json", import.meta.url);

test("every game gets the server's flags", () => {
  const vectors = JSON.parse(readFileSync(PATH, "utf8"));
  assert.ok(vectors.length > 20);
  for (const { replay, lines, flags } of vectors) {
    const named = Object.entries(lines).map(([name, boards]) => [name, new Set(boards)]);
    const found = examine(framesOf(replay), actionsOf(replay), Object.fromEntries(named));
    assert.deepEqual(found, flags, replay.transcript);
  }
});

test("a game without a move has no flag", () => {
  const opening = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--";
  const replay = { variant: { name: "mini" }, opening, transcript: "resign:5", shuffled_boards: [] };
  assert.deepEqual(examine(framesOf(replay), actionsOf(replay)), []);
});
