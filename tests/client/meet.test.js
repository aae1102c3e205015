import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { codeIn } from "../../client/screens/race/meet.js";

test("a room is found by its code however typed, and by its link wherever pasted from", () => {
  for (const text of [
    "abcd-efgh",
    " ABCD EFGH\n",
    "ABCD\u2013EFGH",
    "\uff21\uff22\uff23\uff24\uff25\uff26\uff27\uff28",
    "https://race.example/r/ABCDEFGH?from=qr",
    "Come to https://race.example/w/ABCDEFGH.",
    "https://race.example/r/ABCDEFGH/#top",
  ])
    assert.equal(codeIn(text), "ABCDEFGH", text);
});
