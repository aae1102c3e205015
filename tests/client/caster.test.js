import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Caster } from "../../client/broadcast/caster.js";
import {
  AFTER_MS,
  BEFORE_MS,
  gapBetween,
  LastMoment,
  SLOWNESS,
  SlowReplay,
  stateAt,
} from "../../client/broadcast/caster-boards.js";
import { NO_MEMORY, newsBetween } from "../../client/broadcast/news.js";
import { broadcastState } from "../../client/broadcast/state.js";
import { useLanguage } from "../../client/i18n/index.js";
import { parseBoard } from "../../client/rules/board.js";
import { MINI, RACE } from "./stage.js";

/** @import { BroadcastState } from "../../client/broadcast/state.js" */
/** @import { Board } from "../../client/rules/board.js" */
/** @import { TestContext } from "node:test" */

await useLanguage("en");

const EARLY = parseBoard("3C2C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H--7H/2S3S4S5S6S7S--", MINI);
const LATE = parseBoard("3C2C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", MINI);

/** @typedef {{ id: string, locked: number, board?: Board, shuffles?: number }} Given */

/** @type {(ms: number, ...games: Given[]) => BroadcastState} */
const stateOf = (ms, ...games) =>
  broadcastState(
    {
      race: { ...RACE, starts_at: 0, seats: games.map(({ id }) => ({ game: id, player: id })) },
      variant: MINI,
      games: new Map(
        games.map(({ id, locked, shuffles = 0 }) => [
          id,
          { game: id, player: id, n: 1, locked, moves: 1, shuffles, reached_ms: 0, last_action_ms: ms },
        ]),
      ),
      boards: new Map(games.map(({ id, board }) => [id, board ?? EARLY])),
      endsAt: null,
      opening: null,
      you: "",
      nameOf: (id) => id.toUpperCase(),
    },
    ms,
  );

/** Record states, four a second, until a time. @type {(moment: LastMoment, from: number, to: number, ...games: Given[]) => void} */
function record(moment, from, to, ...games) {
  for (let ms = from; ms <= to; ms += 250) moment.take(stateOf(ms, ...games));
}

/** Record that a takes the lead at a time. @type {(moment: LastMoment, ms: number) => void} */
function takeLead(moment, ms) {
  const before = stateOf(ms, { id: "a", locked: 5 }, { id: "b", locked: 6 });
  const after = stateOf(ms, { id: "a", locked: 7, board: LATE }, { id: "b", locked: 6 });
  moment.take(after);
  moment.tell(newsBetween(NO_MEMORY, before, after).news);
}

test("the last moment is kept with what came before it and a little of what comes after", () => {
  const moment = new LastMoment();
  record(moment, 0, 20_000, { id: "a", locked: 5 }, { id: "b", locked: 6 });
  assert.deepEqual([moment.scene], [null]);
  takeLead(moment, 20_100);
  record(moment, 20_250, 60_000, { id: "a", locked: 7, board: LATE }, { id: "b", locked: 6 });
  const { scene } = moment;
  assert.ok(scene);
  assert.deepEqual([scene.id, scene.to], ["a", 20_100 + AFTER_MS]);
  assert.ok(scene.from >= 20_100 - BEFORE_MS && scene.from < 20_400 - BEFORE_MS);
  assert.ok(scene.states.length < 50);
  assert.equal(scene.states.at(-1)?.ms, 21_500);
  assert.equal(stateAt(scene, 20_050).entries.find(({ id }) => id === "a")?.board, EARLY);
  assert.equal(stateAt(scene, 20_100).entries.find(({ id }) => id === "a")?.board, LATE);
});

test("what is no moment leaves the last one as it is", () => {
  const moment = new LastMoment();
  takeLead(moment, 9000);
  const { scene } = moment;
  record(moment, 9250, 9750, { id: "a", locked: 7 }, { id: "b", locked: 6 });
  moment.tell([{ kind: "shuffle", ms: 9750, id: "b", name: "B", n: 1, card: 0 }]);
  assert.equal(moment.scene, scene);
});

test("a replay shows the moment slowly, is marked, and ends by itself", (context) => {
  const closing = new AbortController();
  context.after(() => closing.abort());
  const moment = new LastMoment();
  record(moment, 0, 4000, { id: "a", locked: 5 }, { id: "b", locked: 6 });
  takeLead(moment, 4000);
  let ends = 0;
  const scene = moment.scene ?? assert.fail();
  const replay = new SlowReplay(scene, MINI, () => ends++, closing.signal);
  const lastCard = () => replay.element.querySelectorAll('.slot[aria-label^="7 of hearts"]')[0];
  assert.match(replay.element.textContent ?? "", /REPLAY 1\/3×A0:00/);
  replay.show(4000 * SLOWNESS - 1);
  assert.match(lastCard()?.getAttribute("aria-label") ?? "", /slot 7$/);
  replay.show(4000 * SLOWNESS);
  assert.match(lastCard()?.getAttribute("aria-label") ?? "", /slot 6$/);
  assert.match(replay.element.textContent ?? "", /0:04/);
  assert.equal(ends, 0);
  replay.show((4000 + AFTER_MS) * SLOWNESS + 1);
  assert.equal(ends, 1);
});

test("between two boards stands who leads, and by how much", () => {
  const state = stateOf(
    9000,
    { id: "a", locked: 5 },
    { id: "b", locked: 9 },
    { id: "c", locked: 7 },
    { id: "d", locked: 7 },
  );
  const [b, c, d, a] = state.entries;
  assert.equal(gapBetween([a, b], state), "B: leads by 4 cards");
  assert.equal(gapBetween([c, a], state), "C: leads by 2 cards");
  assert.equal(gapBetween([c, d], state), "C: Level with D");
});

/** The tools over a large board. @type {(context: TestContext) => { caster: Caster, feature: HTMLElement, stage: Element, press: (key: string) => void }} */
function tools(context) {
  const closing = new AbortController();
  context.after(() => closing.abort());
  const feature = document.createElement("section");
  const stage = document.createElement("div");
  stage.className = "stage";
  feature.append(stage);
  document.body.append(feature);
  context.after(() => feature.remove());
  const caster = new Caster(feature, closing.signal);
  const press = (/** @type {string} */ key) => {
    const event = Object.assign(new Event("keydown", { bubbles: true }), { key });
    document.body.dispatchEvent(event);
  };
  return { caster, feature, stage, press };
}

/** Wait for what a tool brings when its module is there. @type {(is: () => unknown) => Promise<void>} */
async function until(is) {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const TWO = [
  { id: "a", locked: 5 },
  { id: "b", locked: 9 },
];

test("C compares the large board with the best other one, C or Escape ends it", async (context) => {
  const { caster, stage, press } = tools(context);
  caster.render(stateOf(9000, ...TWO, { id: "c", locked: 7 }), "a", MINI);
  press("c");
  await until(() => stage.querySelector(".caster-gap")?.textContent);
  const sides = [...stage.querySelectorAll("select")];
  assert.deepEqual(
    sides.map(({ value }) => value),
    ["a", "b"],
  );
  assert.equal(stage.querySelector(".caster-gap")?.textContent, "B: leads by 4 cards");
  assert.equal(stage.querySelectorAll(".board").length, 2);
  sides[1].value = "c";
  sides[1].dispatchEvent(new Event("change"));
  caster.render(stateOf(9250, { id: "a", locked: 8 }, TWO[1], { id: "c", locked: 7 }), "a", MINI);
  assert.equal(stage.querySelector(".caster-gap")?.textContent, "A: leads by 1 card");
  press("c");
  assert.equal(stage.querySelector(".compare"), null);
  press("c");
  await until(() => stage.querySelector(".compare"));
  press("Escape");
  assert.equal(stage.querySelector(".compare"), null);
});

test("R shows the last moment again, once there is one, and what happens goes on meanwhile", async (context) => {
  const { caster, feature, stage, press } = tools(context);
  const button = /** @type {HTMLButtonElement} */ (feature.querySelector('[aria-keyshortcuts="r"]'));
  const before = stateOf(9000, { id: "a", locked: 5 }, { id: "b", locked: 6 });
  caster.render(before, "a", MINI);
  assert.ok(button.disabled);
  const after = stateOf(9250, { id: "a", locked: 7, board: LATE }, { id: "b", locked: 6 });
  caster.render(after, "a", MINI);
  caster.tell(newsBetween(NO_MEMORY, before, after).news);
  assert.ok(!button.disabled);
  press("r");
  await until(() => stage.querySelector(".replaying"));
  assert.equal(button.getAttribute("aria-pressed"), "true");
  press("c");
  await until(() => stage.querySelector(".compare"));
  assert.equal(stage.querySelector(".replaying"), null);
});
