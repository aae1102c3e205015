import assert from "node:assert/strict";
import test from "node:test";
import { parseVariant, VARIANTS, variantOf } from "../../client/rules/variants.js";
import { refused } from "./helpers.js";

test("the seven variants are found by name, addiction first", () => {
  const names = VARIANTS.map((variant) => variant.name);
  assert.deepEqual(names, ["addiction", "gaps", "montana", "spaces", "paganini", "strict", "mini"]);
  for (const variant of VARIANTS) assert.deepEqual(parseVariant(variant.name), variant);
});

test("a custom variant changes its own fields only", () => {
  const custom = parseVariant({ name: "gaps", shuffles: 9, right_fill: true });
  assert.deepEqual(custom, { ...parseVariant("gaps"), shuffles: 9, right_fill: true });
  assert.equal(parseVariant({ name: "gaps", shuffles: 0 }).shuffles, 0);
  assert.equal(parseVariant("gaps").shuffles, 2);
});

test("whatever is no variant is refused", () => {
  const names = ["", "Addiction", "addiction ", "constructor", null, undefined, 3, true, [], ["gaps"], {}];
  const shuffles = [-1, 10, 1.5, "3", null, true, [3]].map((value) => ({ name: "gaps", shuffles: value }));
  const fills = [0, 1, "true", null].map((value) => ({ name: "gaps", right_fill: value }));
  const fields = [{ name: "gaps", columns: 7 }, { name: "gaps", keeps: "nothing" }, { shuffles: 3 }];
  const own = JSON.parse('{"name":"gaps","__proto__":{"shuffles":3}}');
  for (const data of [...names, ...shuffles, ...fills, ...fields, own])
    assert.throws(() => parseVariant(data), refused("bad_variant"), JSON.stringify(data));
});

test("a variant without a redeal gets no shuffles", () => {
  assert.throws(() => parseVariant({ name: "strict", shuffles: 1 }), refused("bad_variant"));
  assert.equal(parseVariant({ name: "strict", shuffles: 0, right_fill: true }).right_fill, true);
});

test("what a message leaves out of a variant is as usual", () => {
  assert.deepEqual(variantOf({}), parseVariant("addiction"));
  assert.deepEqual(variantOf({ name: "mini", shuffles: null, right_fill: null }), parseVariant("mini"));
  assert.equal(variantOf({ shuffles: 0 }).shuffles, 0);
});
