import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { loadTexts, useLanguage } from "../../client/i18n/index.js";
import { seriesText } from "../../client/room/series.js";

await useLanguage("en");
await loadTexts("result");

/** @type {(points: number[], over?: boolean) => string} */
const said = (points, over = false) =>
  seriesText(
    { best_of: 3, races: 2, over, scores: points.map((each, i) => ({ player: `p${i}`, points: each })) },
    (player) => ({ p0: "Ann", p1: "Bo" })[player] ?? "?",
  );

test("a series says who leads, who has won it, and that it is level or drawn", () => {
  assert.deepEqual([said([2, 1]), said([2, 1], true)], ["Ann leads", "Ann wins the series!"]);
  assert.deepEqual([said([1, 1]), said([1, 1], true)], ["All level", "The series is drawn"]);
});

test("nobody leads or wins a series alone", () => {
  assert.deepEqual([said([0]), said([0], true), said([])], ["", "", ""]);
});
