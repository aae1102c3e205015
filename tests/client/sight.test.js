import assert from "node:assert/strict";
import test from "node:test";
import { formatAction } from "../../client/rules/actions.js";
import { legalMoves } from "../../client/rules/board.js";
import { crc32 } from "../../client/state/crc32.js";
import { OutOfStep, Sight } from "../../client/state/sight.js";
import { dice, RACE, Referee, roomView, STARTED, STARTING, welcome } from "./stage.js";

/** @import { Event } from "../../client/net/messages.js" */

/** @type {(...events: Event[]) => Sight} */
function seen(...events) {
  const sight = new Sight();
  for (const event of events) sight.take(event);
  return sight;
}

/** With what is left out because it has its default. @param {import("../../client/net/messages.js").GameView} game */
const whole = (game) => ({ ended: false, won: false, last_ms: 0, undo: 0, redo: 0, ...game });

const started = () => seen(welcome(), STARTING, STARTED);

/** @type {(referee: Referee, roll: (below: number) => number) => string} */
function someAction({ game }, roll) {
  const moves = legalMoves(game.board, game.variant);
  const other = [game.past && "undo", game.future && "redo", game.shuffles < 9 && "shuffle"].filter(
    (each) => !!each,
  );
  if (!moves.length || roll(4) === 0) return String(other[roll(other.length)] ?? "resign");
  return formatAction(moves[roll(moves.length)]);
}

test("a check sum is that of zlib", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
});

test("snapshot and events make the same picture as a fresh snapshot, after every action", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const roll = dice(seed);
    const [mine, yours] = [new Referee(), new Referee("yours", "you")];
    const sight = started();
    for (let step = 0; step < 60; step++) {
      const referee = roll(2) ? mine : yours;
      if (referee.view().ended) continue;
      sight.take(referee.act(referee.game.n + 1, someAction(referee, roll)));
      const fresh = seen(
        welcome({ room: roomView(RACE), started: STARTED, games: [mine.view(), yours.view()] }),
      );
      assert.deepEqual([...sight.games.values()].map(whole), [...fresh.games.values()].map(whole));
      assert.deepEqual(sight.boards, fresh.boards);
    }
  }
});

test("an action that is known already is dropped", () => {
  const [sight, referee] = [started(), new Referee()];
  const acted = referee.act(1, formatAction(legalMoves(referee.game.board, referee.game.variant)[0]));
  sight.take(acted);
  sight.take(acted);
  assert.equal(sight.mine?.n, 1);
});

test("a missing number, a wrong check sum and an impossible move need a fresh welcome", () => {
  const referee = new Referee();
  const acted = referee.act(1, formatAction(legalMoves(referee.game.board, referee.game.variant)[0]));
  assert.ok(acted.t === "acted");
  for (const change of [
    { n: 2 },
    { checksum: 1 },
    { action: "KS@0" },
    { action: "2C@99" },
    { action: "?" },
    { action: "shuffle" },
  ])
    assert.throws(() => started().take({ ...acted, ...change }), OutOfStep);
});

test("what happens before the start, or in a race that nobody announced, needs a fresh welcome", () => {
  const acted = { t: /** @type {const} */ ("acted"), game: "mine", n: 1, action: "undo", ms: 1 };
  assert.throws(() => seen(welcome(), STARTING, acted), OutOfStep);
  assert.throws(() => seen(welcome(), STARTED), OutOfStep);
  assert.throws(() => seen(STARTING), OutOfStep);
});

test("an event of an earlier race changes nothing", () => {
  const sight = started();
  sight.take({ t: "acted", game: "old", n: 3, action: "undo", ms: 1 });
  assert.equal(sight.games.size, 2);
});

test("progress takes the board away, a snapshot brings it back, even an older one", () => {
  const [sight, yours] = [started(), new Referee("yours", "you")];
  const move = formatAction(legalMoves(yours.game.board, yours.game.variant)[0]);
  const before = yours.view();
  yours.act(1, move);
  sight.take(yours.progress());
  assert.equal(sight.boards.has("yours"), false);
  sight.take({ t: "snapshot", game: before });
  assert.equal(sight.games.get("yours")?.n, 0);
  assert.equal(sight.boards.has("yours"), true);
});

test("where the board is known a snapshot never goes back", () => {
  const [sight, mine] = [started(), new Referee()];
  const before = mine.view();
  sight.take(mine.act(1, formatAction(legalMoves(mine.game.board, mine.game.variant)[0])));
  sight.take({ t: "snapshot", game: before });
  assert.equal(sight.mine?.n, 1);
});

test("an older version of the room is dropped, a newer race takes the games away", () => {
  const sight = started();
  sight.take({ t: "room", room: roomView(null, 0) });
  assert.equal(sight.race?.id, "race");
  sight.take({ t: "room", room: roomView({ ...RACE, id: "next" }, 3) });
  assert.equal(sight.games.size, 0);
});

test("the end brings standings and reveal", () => {
  const sight = started();
  sight.take({
    t: "finished",
    race: "race",
    standings: [],
    reveal: { code: "", secret: "", commitment: "" },
  });
  assert.equal(sight.isRacing, false);
});

test("who watches has no game of its own, though the player has one", () => {
  const you = { id: "me", name: "Me", seated: false };
  assert.equal(seen(welcome({ you }), STARTING, STARTED).mine, null);
});
