import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { findings, leftOut } from "../../client/scores/evidence.js";

const FAST = { rule: "faster_than_hands", message: "", values: { moves: 20, ms: 660 } };
const EVEN = { rule: "pauses_too_even", message: "", values: { moves: 87, low_ms: 33, high_ms: 1040 } };

test.beforeEach(async () => {
  await useLanguage("en");
});

test("a flag is a sentence with its numbers, in both languages", async () => {
  const text = () => findings({ flags: [FAST, EVEN] }).textContent;
  assert.match(text(), /20 moves in a row took 660 ms: too fast for a person\./);
  assert.match(text(), /between 87 moves lie between 33 ms and 1 sec/);
  assert.match(text(), /stays out of the rankings until a moderator has reviewed it/);
  assert.match(findings({ flags: [FAST], cleared: true }).textContent, /reviewed this game\. It counts\./);
  await useLanguage("de");
  assert.match(text(), /20 Züge in Folge dauerten 660 ms/);
});

test("games left out of the ranks are listed with their reasons, sealed ones without a replay", () => {
  const result = { won: false, locked: 0, score: 0, time_ms: 0, moves: 0, reached_ms: 0, shuffles: 0 };
  const rows = [
    {
      ...result,
      player: "p1",
      name: "Ann",
      rules: ["faster_than_hands", "same_line"],
      game: "g1",
      won: true,
      score: 48,
      time_ms: 2690,
    },
    { ...result, player: "p2", name: "Bob", rules: ["pauses_too_even"], time_ms: 61_000 },
  ];
  const [ann, bob] = leftOut(rows).querySelectorAll("tbody tr");
  assert.match(ann.textContent, /Ann48.*too fast, same as an earlier game or a solution/);
  assert.equal(ann.querySelectorAll('a[href="/g/g1"]').length, 1);
  assert.match(bob.textContent, /Bob0.*1:01.*pauses too even/);
  assert.equal(bob.querySelectorAll('a[href^="/g/"]').length, 0);
});
