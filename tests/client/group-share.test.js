import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { OWN_DAILY, shareOwn } from "../../client/screens/race/group-today.js";

/** @import { Group, GroupRow } from "../../client/net/wire.js" */

await useLanguage("en");
Object.assign(globalThis, { location: new URL("http://test/") });

/** @type {(player: string, rank: number, rest?: Partial<GroupRow>) => GroupRow} */
const row = (player, rank, rest = {}) => ({
  rank,
  player,
  name: player,
  against_group: 0,
  won: false,
  score: 30,
  locked: 44,
  time_ms: 185_000,
  reached_ms: 185_000,
  moves: 90,
  shuffles: 2,
  game: `game-of-${player}`,
  ...rest,
});
const BOARD = { date: "2026-11-21", variant: "mini", rows: [row("bob", 1, { won: true }), row("ann", 2)] };

/** What is on the page to share. @type {(me: string, isPrivate: boolean, daily?: string) => HTMLElement | ""} */
function shown(me, isPrivate, daily = OWN_DAILY) {
  const group = /** @type {Group} */ ({ name: "Monday Club", private: isPrivate });
  const { signal } = new AbortController();
  return shareOwn(BOARD, daily, { code: "GR0VP", group, me, signal, update: () => {} });
}

/** What was copied: text by text. */
function clipboard() {
  /** @type {string[]} */ const copied = [];
  const languages = ["en-US"];
  const writeText = async (/** @type {string} */ text) => void copied.push(text);
  Object.defineProperty(globalThis, "navigator", {
    value: { clipboard: { writeText }, languages },
    configurable: true,
  });
  return copied;
}

/** Press *Share*, and wait for what is copied. @type {(element: HTMLElement | "") => Promise<string>} */
async function pasted(element) {
  assert.ok(element);
  const copied = clipboard();
  globalThis.fetch = async () => new Response("{}", { status: 404 });
  element.querySelector("button")?.click();
  while (!copied.length) await new Promise((resolve) => setTimeout(resolve));
  return copied[0];
}

test("a result is shared with the rank in the group, and a link to what it is about", async () => {
  assert.equal(
    await pasted(shown("ann", false)),
    "Gaprace daily Sat, Nov 21: Mini, 44 cards in place, rank 2 of 2 in Monday Club. http://test/group/GR0VP/2026-11-21",
  );
  assert.equal(
    await pasted(shown("bob", false, "mini")),
    "Gaprace daily #325 Sat, Nov 21: Mini, won in 3:05 with 2 shuffles, rank 1 of 2 in Monday Club. http://test/daily/2026-11-21",
  );
});

test("a private group is not named by what its members share, nor does a link lead to it", async () => {
  const text = await pasted(shown("ann", true));
  assert.match(text, /rank 2 of 2 in my group\. http:\/\/test\/$/);
  assert.doesNotMatch(text, /Monday|GR0VP/);
});

test("who wants a private group to be named sees its name before it is shared", async () => {
  const element = shown("ann", true);
  assert.ok(element);
  document.body.append(element);
  const sentence = element.querySelector("q");
  assert.match(sentence?.textContent ?? "", /in my group\.$/);
  element.querySelector("input")?.click();
  assert.match(sentence?.textContent ?? "", /in Monday Club\.$/);
  const text = await pasted(element);
  assert.match(text, /in Monday Club\. http:\/\/test\/$/);
});
