import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Glance } from "../../client/broadcast/glance.js";
import { troubled } from "../../client/broadcast/state.js";
import { useLanguage } from "../../client/i18n/index.js";
import { entry, state } from "./broadcast-states.js";

/** @import { Entry } from "../../client/broadcast/state.js" */
/** @import { GameChance } from "../../client/net/messages.js" */

/** A win probability that was found. @type {(win: number, unwinnable?: boolean) => Partial<Entry>} */
const odds = (win, unwinnable = false) => ({
  chance: win,
  outlook: /** @type {GameChance} */ ({ game: "", n: 1, win, unwinnable }),
});
/** A game that has just moved. @type {(id: string, locked: number, more?: Partial<Entry>) => Entry} */
const moving = (id, locked, more = {}) => entry(id, locked, { lastMs: 59_000, ...more });
/** @type {(entries: Entry[], more?: object) => string[]} */
const found = (entries, more) =>
  troubled(state(entries, more)).map(({ entry: { id }, trouble }) => `${id} ${trouble}`);

test("who cannot win, hardly can, or does nothing is in trouble, the worst first", () => {
  const entries = [
    moving("fine", 9, odds(0.5)),
    moving("likely", 9, odds(0.6, true)),
    moving("shuffles", 8, odds(0.4, true)),
    entry("idle", 8, { lastMs: 15_000 }),
    moving("slim", 7, odds(0.19)),
    moving("lost", 6, odds(0)),
    moving("worse", 5, odds(0)),
    moving("stuck", 4, { isStuck: true }),
  ];
  assert.deepEqual(found(entries), [
    "worse lost",
    "lost lost",
    "stuck stuck",
    "slim slim",
    "shuffles shuffle",
    "idle idle",
  ]);
});

test("nobody is in trouble whose game has ended, or before the start", () => {
  const entries = [moving("won", 24, { isWon: true }), moving("out", 3, { isOut: true })];
  assert.deepEqual(found(entries), []);
  assert.deepEqual(found([entry("a", 0), entry("b", 0)], { hasStarted: false, ms: 99_000 }), []);
});

test("where nobody is in trouble, the last one is who is far behind the first", () => {
  assert.deepEqual(found([moving("a", 9), moving("b", 7), moving("c", 5)]), ["c behind"]);
  assert.deepEqual(found([moving("a", 8), moving("b", 7), moving("c", 5)]), []);
});

test("one glance shows who leads by how much, who is behind, and what has just happened", async () => {
  await useLanguage("en");
  const glance = new Glance();
  const lines = (/** @type {Entry[]} */ entries) => {
    glance.render(state(entries));
    return [...glance.element.children].map(({ textContent }) => textContent);
  };
  const ann = moving("Ann", 9, { reachedMs: 2_000 });
  assert.deepEqual(lines([ann, moving("Bob", 8, { place: 2 })]), [
    "Leads Ann 1 card ahead 9/24",
    "Chasing nobody",
  ]);
  glance.tell("Bob completes a row");
  const late = moving("Bob", 9, { place: 2, reachedMs: 3_500 });
  assert.deepEqual(lines([ann, late]), [
    "Leads Ann 1.5 sec ahead 9/24",
    "Chasing nobody",
    "Bob completes a row",
  ]);
  assert.equal(lines([ann, moving("Bob", 9)])[0], "Level Ann 9/24 Bob 9/24");
  assert.equal(lines([moving("Ann", 24, { isWon: true, reachedMs: 61_000 }), late])[0], "Won Ann 1:01");
  const trouble = ["x", "y", "z"].map((id) => moving(id, 9, { place: 3, ...odds(0.1) }));
  assert.equal(lines([ann, ...trouble])[1], "Chasing x 10% to win y 10% to win +1");
  assert.equal(lines([moving("Ann", 0, { place: 0 }), moving("Bob", 0, { place: 0 })])[0], "Leads nobody");
  const moved = moving("Ann", 1);
  assert.equal(
    lines([moved, moving("Bob", 1, { place: 0 })])[0],
    "Leads nobody",
    "a move alone leads nothing",
  );
  lines([ann]);
  assert.ok(glance.element.hidden, "a single player needs no comparison");
});
