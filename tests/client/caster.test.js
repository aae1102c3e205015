import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Caster, gapBetween } from "../../client/broadcast/caster.js";
import { broadcastState } from "../../client/broadcast/state.js";
import { useLanguage } from "../../client/i18n/index.js";
import { parseBoard } from "../../client/rules/board.js";
import { MINI, RACE } from "./stage.js";

/** @import { BroadcastState } from "../../client/broadcast/state.js" */
/** @import { Timeline } from "../../client/broadcast/scrubber.js" */
/** @import { Board } from "../../client/rules/board.js" */
/** @import { TestContext } from "node:test" */

await useLanguage("en");

const EARLY = parseBoard("3C2C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H--7H/2S3S4S5S6S7S--", MINI);

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

/** The tools over a large board. @type {(context: TestContext, timeline?: Timeline) => { caster: Caster, feature: HTMLElement, stage: Element, press: (key: string) => void }} */
function tools(context, timeline) {
  const closing = new AbortController();
  context.after(() => closing.abort());
  const feature = document.createElement("section");
  const stage = document.createElement("div");
  stage.className = "stage";
  feature.append(stage);
  document.body.append(feature);
  context.after(() => feature.remove());
  const caster = new Caster(feature, closing.signal, { timeline });
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

test("R goes ten seconds back, the arrows further, and Escape returns to the present", (context) => {
  /** @type {number[]} */
  const sought = [];
  const timeline = {
    isLive: true,
    speed: 1,
    seen: { from: 0, to: 60_000 },
    seek: (/** @type {number} */ ms) => sought.push(ms),
  };
  const { caster, feature, press } = tools(context, timeline);
  caster.render(stateOf(60_000, ...TWO), "a", MINI);
  press("ArrowLeft");
  press("r");
  caster.render(stateOf(50_000, ...TWO), "a", MINI);
  press("ArrowLeft");
  press("ArrowRight");
  press("Escape");
  assert.deepEqual(sought, [50_000, 40_000, 50_000, Infinity]);
  assert.equal(feature.querySelector(".scrubber"), null);
});
