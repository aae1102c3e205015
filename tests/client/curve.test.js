import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisive } from "../../client/room/last-seconds.js";

/** @type {(n: number, lead: number) => import("../../client/replay/frames.js").SplitComparison} */
const split = (n, lead) => ({ name: "cards", n, mine: 1, other: 1, lead });

test("a race was decided at the first split from which the winner stayed ahead", () => {
  assert.equal(decisive([split(6, 500), split(12, -300), split(18, 200), split(24, Infinity)])?.n, 18);
  assert.equal(decisive([split(6, 500), split(12, 300)])?.n, 6);
  assert.equal(decisive([split(6, 0), split(12, -1)]), null);
  assert.equal(decisive([{ ...split(1, 900), name: "row" }]), null);
});
