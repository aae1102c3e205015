import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { tables } from "../../client/screens/race/arena-tables.js";
import { leftText, nextInstant, waitFor } from "../../client/screens/race/arenas.js";

/** @import { Arena } from "../../client/net/wire.js" */

const ARENA = /** @type {Arena} */ ({ phase: "before", starts_at: 1_000_000, players: 0 });
const ROUND = { number: 1, ends_at: 1_060_000, playing: 0, done: 0 };

test("a page counts down to the start, to the end of the round, and to the next one", () => {
  assert.equal(nextInstant(ARENA), 1_000_000);
  const running = /** @type {Arena} */ ({ ...ARENA, phase: "running" });
  assert.equal(nextInstant({ ...running, round: ROUND, next_at: 1_100_000 }), 1_060_000);
  assert.equal(nextInstant({ ...running, next_at: 1_080_000 }), 1_080_000);
  assert.equal(nextInstant(running), null);
  assert.equal(nextInstant({ ...running, phase: "ended", ended_at: 1, next_at: 2 }), null);
});

test("a page asks again just after something is due, everyone a little later or earlier, and else at times", () => {
  assert.equal(waitFor(ARENA, 0, 0), 10_000);
  assert.equal(waitFor(ARENA, 995_000, 0), 5_300);
  assert.equal(waitFor(ARENA, 995_000, 1), 6_000);
  const large = { ...ARENA, players: 2_000 };
  assert.deepEqual(
    [waitFor(large, 0, 0), waitFor(large, 995_000, 0), waitFor(large, 995_000, 1)],
    [50_000, 5_300, 8_800],
  );
  assert.equal(waitFor(ARENA, 1_000_500, 0), 2_000); // it should have begun
  assert.equal(waitFor({ ...ARENA, phase: "ended", ended_at: 1 }, 2, 0), 60_000);
});

test("what is left is counted by the second in the last hour, and is 0 only when it is over", async () => {
  await useLanguage("en");
  assert.equal(leftText(59_001), "1:00");
  assert.equal(leftText(1), "0:01");
  assert.equal(leftText(0), "0:00");
  assert.equal(leftText(-5), "0:00");
  assert.equal(leftText(2 * 3_600_000), "2 h 0 min");
});

test("a cup says who has won, who is still in and who went out after which round", async () => {
  await useLanguage("en");
  const rows = [
    { player: "ann", name: "Ann", rank: 1, points: 2, rounds: 1, team: 0 },
    { player: "bob", name: "Bob", rank: 2, points: -2, rounds: 1, team: 0, out_after: 1 },
  ];
  const begun = [{ number: 1, race: "race", ended_at: 1, games: 2 }];
  const text = (/** @type {string} */ phase) => {
    const arena = { form: "cup", phase, players: 2, begun, table: rows };
    const context = { arena, me: "bob", further: [], showFurther: () => {} };
    return tables(/** @type {never} */ (context))
      .map((each) => (each ? each.textContent : ""))
      .join(" ");
  };
  assert.match(text("ended"), /Ann.*Winner.*Bob.*Out in round 1/);
  assert.match(text("running"), /Ann.*Still in.*Bob.*Out in round 1/);
});
