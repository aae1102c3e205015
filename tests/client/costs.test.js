import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { chanceText, costAfter, costText, curvePath, insteadOf } from "../../client/screens/race/analysis.js";

/** @import { Analysis, CostlyAction } from "../../client/net/wire.js" */

/** @type {CostlyAction} */
const COST = {
  n: 3,
  points: 31,
  line: ["6D@27", "7D@28", "8D@29", "9D@30", "TD@31"],
  wins: true,
  needed: "7D@28",
  later: 2,
};
/** @type {Analysis} */
const ANALYSIS = {
  game: "g",
  state: "done",
  verdicts: ["winnable", "unknown", "unwinnable"],
  chances: [1, 0.5, 0.25],
  costs: [COST],
};

test.before(async () => {
  await useLanguage("en");
});

test("a cost is shown at the position before its action", () => {
  assert.equal(costAfter(ANALYSIS, 2), COST);
  assert.equal(costAfter(ANALYSIS, 3), undefined);
  assert.equal(costAfter({ game: "g", state: "running" }, 2), undefined);
});

test("a cost says what was needed, and what to play instead", () => {
  const text = costText(COST, (move) => move.slice(0, 2));
  assert.match(text, /31 points/);
  assert.match(text, /7D was needed 2 moves later/);
  assert.match(text, /6D, 7D, 8D, 9D … \(wins in 5 moves\)/);
  assert.deepEqual(insteadOf(COST), { card: 22, slot: 27 });
  assert.equal(insteadOf({ ...COST, line: [] }), undefined);
  assert.equal(costText({ ...COST, line: [], needed: undefined }, String), "This cost 31 points.");
});

test("where moves alone win, no chance is named", () => {
  assert.equal(chanceText(ANALYSIS, 0), "");
  assert.match(chanceText(ANALYSIS, 1), /^50.*% to win$/);
  assert.equal(chanceText({ game: "g", state: "running" }, 0), "");
});

test("the curve goes from the opening to the end, its highest value on top", () => {
  assert.equal(curvePath([1, 0.5, 0]), "M0 0L1 0.5L2 1");
});
