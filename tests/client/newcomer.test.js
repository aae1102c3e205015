import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { becomeKnown, call, ofPlayer, onBusy, request, self } from "../../client/net/api.js";
import { entryWait, waitToEnter } from "../../client/ui/notice.js";

/** @import { TestContext } from "node:test" */

await useLanguage("en");
onBusy(waitToEnter);

/** @type {{ status: number, code?: string, retryAfter?: string }} */
const NOBODY = { status: 401, code: "no_identity" };
const NOTICE = "#notice.busy";

/**
 * A server that answers requests for `me` and `players` in this order, and a clock that is turned by hand.
 * @param {TestContext} context @param {any[]} answers
 */
function server(context, answers) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(Math, "random", () => 0);
  /** @type {string[]} */
  const asked = [];
  context.mock.method(
    globalThis,
    "fetch",
    async (/** @type {string} */ url, /** @type {RequestInit} */ { method }) => {
      const { status, code, retryAfter } = await (answers.shift() ?? NOBODY);
      asked.push(`${method} ${url}`);
      const headers = /** @type {[string, string][]} */ (retryAfter ? [["Retry-After", retryAfter]] : []);
      return new Response(
        JSON.stringify({ code, message: code, id: "me", token: status === 201 ? "new" : "" }),
        { status, headers },
      );
    },
  );
  return asked;
}

/** Wait until nothing more happens by itself. */
const settled = async () => {
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
};

const shown = () => document.querySelector(NOTICE)?.textContent;

test("a newcomer whom a busy server cannot take in waits as long as it wants, sees that, and comes in", async (context) => {
  const asked = server(context, [
    NOBODY,
    { status: 429, code: "too_many_identities", retryAfter: "4" },
    { status: 503, code: "server_full" },
    { status: 201 },
    { status: 200 },
  ]);
  const player = call("PATCH me");
  await settled();
  assert.match(shown() ?? "", /busy.* 4 s/);
  context.mock.timers.tick(3999);
  await settled();
  assert.equal(asked.length, 2);
  context.mock.timers.tick(1);
  await settled();
  assert.match(shown() ?? "", /busy.* 8 s/, "longer after each refusal");
  context.mock.timers.tick(8000);
  assert.equal((await player).id, "me");
  assert.equal(shown(), undefined);
  assert.deepEqual(asked.slice(-2), ["POST /api/v1/players", "PATCH /api/v1/me"]);
});

test("maintenance, and what is no matter of time, is said at once", async (context) => {
  for (const refusal of [
    { status: 503, code: "read_only", retryAfter: "60" },
    { status: 403, code: "network_banned" },
  ]) {
    const asked = server(context, [NOBODY, refusal]);
    let said = "";
    call("PATCH me").catch((/** @type {any} */ { code }) => {
      said = code;
    });
    await settled();
    assert.equal(said, refusal.code);
    assert.equal(asked.length, 2);
    assert.equal(shown(), undefined);
    context.mock.reset();
  }
});

test("to look at something makes no guest", async (context) => {
  const asked = server(context, []);
  assert.equal(await self(), null);
  assert.deepEqual(await ofPlayer("GET groups", { groups: [] }), { groups: [] });
  await assert.rejects(request("GET dailies", { zone: "UTC" }), { code: "no_identity" });
  assert.ok(asked.every((each) => each.startsWith("GET ")));
});

test("where cookies are blocked, that is said and no guest is made", async (context) => {
  Object.defineProperty(navigator, "cookieEnabled", { value: false, configurable: true });
  context.after(() => Reflect.deleteProperty(navigator, "cookieEnabled"));
  const asked = server(context, []);
  await assert.rejects(call("POST rooms"), { code: "cookies_blocked" });
  assert.deepEqual(asked, ["POST /api/v1/rooms"]);
});

test("where the cookie does not come back, each press after the first makes no further guest", async (context) => {
  const asked = server(context, [NOBODY, { status: 201 }]);
  for (let press = 0; press < 3; press++)
    await assert.rejects(call("POST rooms"), { code: "cookies_blocked" });
  assert.equal(asked.filter((each) => each.endsWith("players")).length, 1);
});

test("who is known becomes nobody else, however often that is asked for", async (context) => {
  const asked = server(context, [{ status: 200 }, { status: 201 }, ...Array(3).fill({ status: 200 })]);
  for (let press = 0; press < 4; press++) await becomeKnown();
  assert.equal(Object(await call("POST rooms")).id, "me");
  assert.equal(asked.length, 5);
});

test("a request that was sent before another one made a guest is sent again", async (context) => {
  let refuse = (/** @type {object} */ _) => {};
  const late = new Promise((resolve) => {
    refuse = resolve;
  });
  server(context, [late, { status: 201 }, { status: 200 }, { status: 200 }]);
  const early = call("POST rooms");
  await becomeKnown();
  refuse(NOBODY);
  assert.equal(Object(await early).id, "me");
});

test("waits grow to a minute, are never shorter than the server wants, and differ", () => {
  assert.deepEqual(
    [0, 1, 2, 20].map((n) => entryWait(2, n, () => 0)),
    [2, 3, 4.5, 60],
  );
  assert.equal(
    entryWait(300, 3, () => 0),
    300,
  );
  assert.deepEqual([entryWait(2, 0, () => 1), entryWait(2, 20, () => 1)], [3, 90]);
});
