import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { once } from "../../client/ui/load.js";

test("what is asked for twice is loaded once, and used", async () => {
  /** @type {string[]} */ const used = [];
  let loads = 0;
  const ask = once(
    async () => `thing ${++loads}`,
    (thing) => used.push(thing),
  );
  ask();
  ask();
  await Promise.resolve();
  ask();
  assert.deepEqual(used, ["thing 1"]);
});

test("what could not be loaded is loaded when it is asked for a second later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */ const used = [];
  let loads = 0;
  const ask = once(
    async () => (++loads === 1 ? Promise.reject(new Error("no network")) : "thing"),
    (thing) => used.push(thing),
  );
  ask();
  await new Promise(setImmediate);
  ask();
  assert.equal(loads, 1);
  context.mock.timers.tick(1000);
  ask();
  await new Promise(setImmediate);
  assert.deepEqual(used, ["thing"]);
});

test("who asks can wait until it is used, or has failed", async () => {
  let isUsed = false;
  const ask = once(
    () => new Promise((resolve) => setImmediate(() => resolve("thing"))),
    () => {
      isUsed = true;
    },
  );
  await ask();
  assert.ok(isUsed);
  await once(async () => {
    throw new Error("no network");
  })();
});
