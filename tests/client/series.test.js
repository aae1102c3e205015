import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { RoomReplica } from "../../client/net/replica.js";
import { seriesScore, seriesText } from "../../client/room/series.js";
import { roomView, welcome } from "./stage.js";

await useLanguage("en");

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

test("the score of a series is shown as soon as somebody else has played", () => {
  const replica = new RoomReplica();
  const scores = ["me", "you"].map((player, i) => ({ player, points: i, races: 1 }));
  /** @type {(count: number) => boolean} */
  const isShown = (count) => {
    const series = { best_of: 3, races: 1, over: false, scores: scores.slice(0, count) };
    replica.apply(welcome({ room: { ...roomView(), series } }));
    return !!seriesScore(replica);
  };
  assert.deepEqual([isShown(0), isShown(1), isShown(2)], [false, false, true]);
});
