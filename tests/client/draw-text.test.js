import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { RoomReplica } from "../../client/net/replica.js";
import { drawText } from "../../client/room/result-more.js";
import { RACE, roomView, welcome } from "./stage.js";

/** @import { EventRoom, Reveal, RoomView } from "../../client/net/wire.js" */

const [NONE, MINE, THEIRS] = ["0".repeat(32), "1".repeat(32), "2".repeat(32)];

await useLanguage("en");

/** What is said of a race with this proof. @type {(reveal: Partial<Reveal>, room?: Partial<RoomView>, mine?: string) => string} */
function said(reveal, room = {}, mine) {
  const race = { ...RACE, reveal: { code: "0123456789", secret: "", commitment: "", ...reveal } };
  const replica = new RoomReplica();
  replica.apply(welcome({ room: { ...roomView(race), ...room } }));
  return drawText(replica, mine);
}

test("a drawn deal names the number of players who drew it", () => {
  assert.match(said({ origin: "drawn", seeds: [MINE, THEIRS] }), /drawn together by 2 players/);
  assert.match(said({ origin: "drawn", seeds: [NONE, THEIRS] }), /drawn by 1 player and the server/);
  assert.match(said({ origin: "drawn", seeds: [NONE, NONE] }), /the server alone/);
});

test("the own seed is said to be in it, or to be another", () => {
  const drawn = { origin: "drawn", seeds: [MINE, THEIRS] };
  assert.match(said(drawn, {}, MINE), /Your browser.s number is part of it/);
  assert.match(said(drawn, {}, THEIRS), /another tab/);
  assert.doesNotMatch(said(drawn), /your browser|another tab/);
});

test("a deal that was not drawn for the race says why it was chosen", () => {
  assert.match(said({ origin: "chosen" }), /chosen in the room's settings/);
  assert.match(said({ origin: "chosen", line: "2C@0" }), /can be won without a shuffle/);
  assert.match(
    said({ origin: "drawn", seeds: [MINE] }, { ghost: "game" }),
    /chosen because you raced a game/,
  );
  /** @type {EventRoom} */
  const event = { code: "2026-11-21-mini", kind: "daily", ranked: false, ends_at: 1 };
  assert.match(said({ origin: "daily/3" }, { event }), /chosen because it was the daily/);
});
