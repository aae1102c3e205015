import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";
import { ascii, below, permutation, words } from "../../client/rules/draw.js";

/** @import { Words } from "../../client/rules/draw.js" */

/** A source of given words. @type {(...given: number[]) => Words} */
function* source(...given) {
  yield* given;
  throw new Error("asked for more words than there are");
}

test("the words are the blocks of HMAC over the label and a big-endian counter", () => {
  const key = ascii("0123456789");
  const expected = [0, 1, 2].flatMap((i) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(i);
    const block = createHmac("sha256", key).update("gaprace/1/deal").update(counter).digest();
    return Array.from({ length: 8 }, (_, at) => block.readUInt32BE(4 * at));
  });
  const stream = words(key, "gaprace/1/deal");
  assert.deepEqual(
    Array.from(expected, () => stream.next().value),
    expected,
  );
});

test("a number below m passes over the words from the largest multiple of m on", () => {
  assert.equal(below(3, source(0xffffffff, 7)), 1); // 2 ** 32 - 1 is a multiple of 3
  assert.equal(below(3, source(0xfffffffe)), 2);
  assert.equal(below(52, source(4294967248, 4294967295, 51)), 51);
  assert.equal(below(52, source(4294967247)), 51);
});

test("a power of two takes every word", () => {
  assert.equal(below(4, source(0xffffffff)), 3);
  assert.equal(below(2, source(0)), 0);
});

test("a permutation swaps from the last index down to 1", () => {
  assert.deepEqual(permutation(4, source(0, 0, 0)), [1, 2, 3, 0]);
  assert.deepEqual(permutation(4, source(3, 2, 1)), [0, 1, 2, 3]);
});

test("a permutation has every number once", () => {
  const order = permutation(52, words(ascii("key"), "label"));
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    [...Array(52).keys()],
  );
});
