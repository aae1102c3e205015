import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import test from "node:test";
import { hmac, sha256 } from "../../client/rules/sha256.js";

/** @type {(length: number, seed: number) => Uint8Array} */
const bytes = (length, seed) => Uint8Array.from({ length }, (_, i) => (i * 151 + seed * 89 + (i >> 3)) & 255);

/** @type {(digest: Uint8Array) => string} */
const hex = (digest) => Buffer.from(digest).toString("hex");

test("SHA-256 agrees with another implementation at every length from 0 to 200", () => {
  for (let length = 0; length <= 200; length++) {
    const message = bytes(length, length);
    assert.equal(
      hex(sha256(message)),
      createHash("sha256").update(message).digest("hex"),
      `length ${length}`,
    );
  }
});

test("SHA-256 agrees with another implementation on long messages and on all-ones", () => {
  for (const message of [bytes(100_003, 1), new Uint8Array(64).fill(255), new Uint8Array(4096).fill(255)])
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"));
});

test("SHA-256 of abc is the example of the standard", () => {
  const abc = new TextEncoder().encode("abc");
  assert.equal(hex(sha256(abc)), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("HMAC agrees with another implementation for keys up to and beyond a block", () => {
  for (const keyLength of [0, 1, 10, 32, 63, 64, 65, 100, 200])
    for (let length = 0; length <= 200; length += 7) {
      const [key, message] = [bytes(keyLength, 3), bytes(length, 5)];
      const expected = createHmac("sha256", key).update(message).digest("hex");
      assert.equal(hex(hmac(key, message)), expected, `key ${keyLength}, message ${length}`);
    }
});

test("a digest leaves its message as it was", () => {
  const message = bytes(70, 1);
  sha256(message);
  hmac(message, message);
  assert.deepEqual(message, bytes(70, 1));
});

test("a double has bits to spare for every square and cube root of the constants", () => {
  const isPrime = (/** @type {number} */ n) =>
    n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0);
  const primes = [...Array(312).keys()].filter(isPrime);
  assert.equal(primes.length, 64);
  for (const [i, prime] of primes.entries()) {
    if (i < 8) assert.ok(margin(prime, 2n) > 2n ** 8n, `square root of ${prime}`);
    assert.ok(margin(prime, 3n) > 2n ** 8n, `cube root of ${prime}`);
  }
});

/**
 * How far a root's bits after the 32nd are from all 0 or all 1, in units of 2 ** -48.
 * @type {(prime: number, power: bigint) => bigint}
 */
function margin(prime, power) {
  const rest = integerRoot(BigInt(prime) << (48n * power), power) & 0xffffn;
  return rest < 0x8000n ? rest : 0xffffn - rest;
}

/** @type {(n: bigint, power: bigint) => bigint} */
function integerRoot(n, power) {
  let [low, high] = [0n, 1n << 60n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= n) low = middle;
    else high = middle;
  }
  return low;
}
