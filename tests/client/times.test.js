import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.js";
import { useLanguage } from "../../client/i18n/index.js";
import { timeAmong } from "../../client/room/result.js";

await useLanguage("en");

test("a time among others has as many digits as tell it apart", () => {
  const all = [61_000, 72_100, 72_940, 83_410, 83_450, 94_001, 94_002];
  const texts = all.map((ms) => timeAmong(ms, all));
  assert.deepEqual(texts, ["1:01", "1:12.1", "1:12.9", "1:23.41", "1:23.45", "1:34.001", "1:34.002"]);
});

test("times that are equal look equal", () => {
  assert.equal(timeAmong(5_300, [5_300, 5_300, 9_000]), "0:05");
});
