import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";

document.querySelectorAll = () => /** @type {any} */ ([]);
const { loadModule } = await import("../../client/bundle/load-module.js");
const { tOr } = await import("../../client/i18n/index.js");

/** A module of the client with this file's number does not exist: to run it fails. */
const NUMBER = 990;

test("a module that is asked for twice runs when its texts have come, both times", async (context) => {
  /** @type {(() => void)[]} */ const arrivals = [];
  context.mock.method(globalThis, "fetch", (/** @type {string} */ url) =>
    url.includes("/i18n/")
      ? new Promise((resolve) => arrivals.push(() => resolve(new Response(""))))
      : Promise.resolve(new Response("")),
  );
  let runs = 0;
  const asked = [1, 2].map(() => loadModule([NUMBER], "").catch(() => runs++));
  await new Promise(setImmediate);
  assert.equal(runs, 0);
  for (const arrive of arrivals) arrive();
  await Promise.all(asked);
  assert.equal(runs, 2);
  assert.equal(arrivals.length, 1);
  assert.ok(tOr("settings", ""));
});
