import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { RoomReplica } from "../../client/net/replica.js";
import { framesOf } from "../../client/replay/frames.js";
import { advice, decidedText, marginText } from "../../client/room/coach.js";
import { spanOf } from "../../client/room/last-seconds.js";
import { Result } from "../../client/room/result.js";
import { parseAction } from "../../client/rules/actions.js";
import { photoFinishes } from "../../client/scores/photo-finish.js";
import { button } from "../../client/ui/dom.js";
import { RACE, roomView, welcome } from "./stage.js";

await useLanguage("en");

/** @type {(player: string, rank: number) => object} */
const standing = (player, rank) => ({
  player,
  name: player,
  game: `of ${player}`,
  rank,
  won: false,
  locked: 9,
  score: 9,
  moves: 9,
  shuffles: 0,
  time_ms: 9000,
  reached_ms: 9000,
});

/** @type {(name: string, rank: number, more: object) => any} */
const placed = (name, rank, more) => ({ ...standing(name, rank), ...more });

test("a result says how far ahead or behind each player was", () => {
  const mona = placed("Mona", 1, { won: true, locked: 24, time_ms: 38_000, reached_ms: 38_000 });
  const nell = placed("Nell", 2, { won: true, locked: 24, time_ms: 50_040, reached_ms: 50_040 });
  const otto = placed("Otto", 3, { locked: 21 });
  assert.equal(marginText([mona, nell, otto], mona), "0:12.04 ahead of Nell");
  assert.equal(marginText([mona, nell, otto], nell), "0:12.04 behind Mona");
  assert.equal(marginText([mona, nell, otto], otto), "3 cards behind Mona");
  assert.equal(marginText([mona, otto], mona), "3 cards ahead of Otto");
  assert.equal(marginText([mona], mona), "", "alone");
  const level = placed("Pia", 1, {});
  assert.equal(marginText([level, placed("Quin", 1, {})], level), "", "level");
  const ruth = placed("Ruth", 2, { locked: 20, reached_ms: 90_000, given_up: true });
  assert.equal(marginText([level, ruth], level), "", "who has given up had more cards");
});

test("a win says when the lead became final, and a lost game says which move lost it", () => {
  const opening = "2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S--5S6S7S4S";
  const frames = (/** @type {string} */ transcript) =>
    framesOf({ variant: { name: "mini" }, opening, transcript, shuffled_boards: [] });
  const [mona, nell] = [placed("Mona", 1, { locked: 24, won: true }), placed("Nell", 2, { locked: 20 })];
  const leaders = [
    { standing: mona, frames: frames("4S@23:21300") },
    { standing: nell, frames: frames("") },
  ];
  assert.equal(decidedText([mona, nell], leaders), "Ahead of Nell for good from 0:21, by 4 cards at the end");
  Object.assign(globalThis, { innerWidth: 1280, innerHeight: 800 });
  const lossAt = (/** @type {number} */ n) => ({ n, last_winnable: n - 1, winning_move: "4S@23" });
  const found = /** @type {any} */ ({ game: "g", losses: [lossAt(1), lossAt(3)] });
  const [seven, four] = ["7C@6", "4S@23"].map(parseAction);
  const [text] = advice(found, { name: "mini" }, [seven, "shuffle", seven], true);
  const kept = "4 of spades to row 4, slot 3 would have kept the win.";
  assert.equal(text, `Lost at move 3: 7 of clubs to row 1, slot 7. ${kept}`);
  const unlike = { ...found, chances: [1, 0.5, 1, 0.9] };
  const [early] = advice(unlike, { name: "mini" }, [four, "undo", seven], true);
  const needed = `From move 1 on, a shuffle was needed: 4 of spades to row 4, slot 3. ${kept}`;
  assert.equal(early, needed, "the larger drop, with a shuffle left");
});

test("the film of a race is its last ten seconds, three of them after the winner at most", () => {
  const leader = (/** @type {number} */ ms) => /** @type {any} */ ({ frames: [{ ms: 0 }, { ms }] });
  assert.deepEqual(spanOf([leader(38_000), leader(90_000)]), { from: 31_000, to: 41_000 });
  assert.deepEqual(spanOf([leader(38_000), leader(12_000)]), { from: 28_000, to: 38_000 });
  assert.deepEqual(spanOf([leader(4000), leader(4500)]), { from: 0, to: 4500 });
});

test("wins closer together than the delays of their players are a photo finish, others are not", () => {
  const won = (/** @type {string} */ name, /** @type {number} */ time_ms, /** @type {number} */ delay_ms) =>
    /** @type {any} */ ({ ...standing(name, 1), won: true, time_ms, delay_ms });
  const standings = [won("Mona", 9000, 30), won("Nell", 9040, 45), won("Otto", 9200, 5), won("Pia", 9203, 9)];
  assert.deepEqual(photoFinishes([...standings, /** @type {any} */ (standing("Quin", 5))]), [
    "Photo finish: Mona and Nell, 0.04 s apart; delays 30 and 45 ms",
    "Photo finish: Otto and Pia, 0.003 s apart; delays 5 and 9 ms",
  ]);
});

test("a button of the result keeps the focus and its action when more of the result becomes known", (context) => {
  const closing = new AbortController();
  context.after(() => closing.abort());
  Object.assign(globalThis, { requestAnimationFrame: () => 0 }); // small boards are not drawn here
  const replica = new RoomReplica();
  const race = /** @type {any} */ ({ ...RACE, standings: [standing("ann", 1), standing("bo", 2)] });
  replica.apply(welcome({ room: roomView(race) }));
  const result = new Result(replica, new Map(), closing.signal);
  document.body.append(result.element);
  context.after(() => result.element.remove());
  let presses = 0;
  result.render(() => ({ next: [button("Rematch", () => presses++)], also: [] }));
  const rematch = /** @type {HTMLElement} */ (result.element.querySelector("button"));
  rematch.focus();
  result.render();
  assert.ok(document.activeElement === rematch, "it has the focus");
  assert.equal(rematch.textContent, "Rematch");
  rematch.click();
  assert.equal(presses, 1);
});

test("the result of a race in a group's room leads back to the group, that of another room to none", (context) => {
  const closing = new AbortController();
  context.after(() => closing.abort());
  Object.assign(globalThis, { requestAnimationFrame: () => 0 }); // small boards are not drawn here
  const race = /** @type {any} */ ({ ...RACE, standings: [standing("ann", 1), standing("bo", 2)] });
  const linksIn = (/** @type {string | null} */ group) => {
    const replica = new RoomReplica();
    replica.apply(welcome({ room: { ...roomView(race), group } }));
    const result = new Result(replica, new Map(), closing.signal);
    document.body.append(result.element);
    context.after(() => result.element.remove());
    result.render();
    return [...result.element.querySelectorAll("a")].map((each) => each.getAttribute("href"));
  };
  assert.ok(linksIn("ABCDE12345").includes("/group/ABCDE12345"));
  assert.ok(!linksIn(null).some((href) => href?.startsWith("/group/")));
});
