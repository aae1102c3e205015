import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { ownToday } from "../../client/screens/today/today.js";

/** @import { TestContext } from "node:test" */

await useLanguage("en");
const { signal } = new AbortController();

/** A browser in a time zone; its server gives the date in the one that is asked for. @param {TestContext} context @param {{ now: string, played?: string[] }} state */
function server(context, state) {
  const kept = new Map();
  const getItem = (/** @type {string} */ key) => kept.get(key) ?? null;
  Object.assign(globalThis, { localStorage: { getItem, setItem: kept.set.bind(kept) } });
  context.after(() => Reflect.deleteProperty(globalThis, "localStorage"));
  context.mock.method(globalThis, "fetch", async (/** @type {string} */ url) => {
    const timeZone = new URL(url, "http://x").searchParams.get("zone") ?? "";
    const date = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(state.now));
    const attempt = state.played?.includes(date) ? { game: "g", room: "r", ended: true } : null;
    return new Response(JSON.stringify({ date, dailies: [{ date, variant: "mini", attempt }] }));
  });
}

/** @param {string} zone */
const today = async (zone) => {
  process.env.TZ = zone;
  const { date, zone: of } = await ownToday(signal);
  return [date, of];
};

test("who has flown east plays first the date that is left where they were, and loses no streak", async (context) => {
  const [honolulu, kiritimati] = ["Pacific/Honolulu", "Pacific/Kiritimati"];
  const state = { now: "2028-02-29T08:00:00Z", played: ["2028-02-28"] };
  server(context, state);
  assert.deepEqual(await today(honolulu), ["2028-02-28", honolulu]);
  state.now = "2028-02-29T12:00:00Z";
  assert.deepEqual(await today(kiritimati), ["2028-02-29", honolulu], "it is the first of March here");
  state.played.push("2028-02-29");
  assert.deepEqual(await today(kiritimati), ["2028-03-01", kiritimati]);
  state.now = "2028-02-29T13:00:00Z";
  assert.deepEqual(
    await today(honolulu),
    ["2028-02-29", honolulu],
    "a date that was played comes again, and no other",
  );
});
