import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { peopleOf } from "../../client/screens/today/tiles.js";

/** @type {(player: string) => import("../../client/net/wire.js").LeaderboardRow} */
const row = (player) => ({ player, name: player, rank: 1, value: 24 });
const named = (/** @type {string[]} */ ...players) => players.map((player) => ({ player, name: player }));

test("everybody whom one knows has one tile: who has played first, and friends before members of groups", () => {
  const circles = [
    { size: 2, rows: [row("ann"), row("me")], absent: named("bob") },
    { size: 2, rows: [row("me"), row("cho"), row("ann")], absent: named("dee", "bob"), group: "G1" },
  ];
  const tiles = peopleOf(circles, "me");
  assert.deepEqual(
    tiles.map(({ player, row }) => [player, !!row]),
    [
      ["ann", true],
      ["cho", true],
      ["bob", false],
      ["dee", false],
    ],
  );
});
