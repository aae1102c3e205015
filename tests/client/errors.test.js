import assert from "node:assert/strict";
import test from "node:test";
import { RulesError } from "../../client/rules/errors.js";
import { sentence } from "../../client/rules/sentences.js";

test("an error has a stable code, a sentence with the value that was wrong, and the action's number", () => {
  const error = new RulesError("illegal_move", "6D@27", 3);
  assert.deepEqual([error.code, error.at, error.name], ["illegal_move", 3, "RulesError"]);
  assert.equal(sentence(error), "6D@27 is not a legal move on this board.");
  assert.ok(error instanceof Error);
});

test("a fault outside a game is at 0", () => {
  assert.equal(new RulesError("bad_code", "x").at, 0);
});

test("a value in a sentence is shown as it is, and cut when it is long", () => {
  assert.match(sentence(new RulesError("bad_card", "$&%")), /^"\$&%" is no card/);
  assert.match(sentence(new RulesError("bad_variant", { name: 3 })), /^{"name":3} is no variant/);
  assert.ok(sentence(new RulesError("bad_action", "x".repeat(1e6))).length < 250);
});
