import assert from "node:assert/strict";
import test from "node:test";
import { bands, conclusion, lossAfter, nextLoss, verdictAt } from "../../client/replay/verdicts.js";

/** @import { Analysis } from "../../client/net/wire.js" */
/** @import { Verdict } from "../../client/replay/verdicts.js" */

/** @type {{ [letter: string]: Verdict }} */
const VERDICTS = { w: "winnable", l: "unwinnable", u: "unknown" };
const LOSSES = [
  { n: 3, last_winnable: 2, winning_move: "6D@27" },
  { n: 9, last_winnable: 7, winning_move: "7D@28" },
];

/** @type {(letters: string, more?: Partial<Analysis>) => Analysis} */
const judged = (letters, more) => ({
  game: "g",
  state: "done",
  positions: letters.length,
  verdicts: [...letters].map((letter) => VERDICTS[letter]),
  ...more,
});

test("positions that are judged alike make one band, and all bands together reach from first to last", () => {
  const found = bands(judged("wwwllu"));
  assert.deepEqual(found, [
    { verdict: "winnable", size: 2.5 },
    { verdict: "unwinnable", size: 2 },
    { verdict: "unknown", size: 0.5 },
  ]);
});

test("what is not judged yet is drawn as not known", () => {
  assert.deepEqual(bands(judged("w", { positions: 4, state: "running" })), [
    { verdict: "winnable", size: 0.5 },
    { verdict: "unknown", size: 2.5 },
  ]);
  assert.deepEqual(bands({ game: "g", state: "waiting" }), []);
  assert.equal(verdictAt(judged("wl"), 1), "unwinnable");
  assert.equal(verdictAt(judged("wl"), 2), "unknown");
});

test("the next loss after a position is found, and after the last one the first again", () => {
  assert.deepEqual(
    [0, 1, 2, 6, 7, 20].map((at) => nextLoss(LOSSES, at)),
    [0, 0, 1, 1, 0, 0],
  );
  assert.equal(lossAfter(LOSSES, 7), LOSSES[1]);
  assert.equal(lossAfter(LOSSES, 3), undefined);
});

test("the conclusion says whether it was lost, never winnable, always winnable, or not settled", () => {
  assert.equal(conclusion(judged("wwl", { losses: LOSSES })), "lost");
  assert.equal(conclusion(judged("lll")), "hopeless");
  assert.equal(conclusion(judged("www")), "kept");
  assert.equal(conclusion(judged("wwu")), "open");
  assert.equal(conclusion(judged("uu")), "open");
});
