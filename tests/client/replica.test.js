import assert from "node:assert/strict";
import test from "node:test";
import { crc32, Desynced, RoomReplica } from "../../client/net/replica.js";
import { formatAction } from "../../client/rules/actions.js";
import { legalMoves } from "../../client/rules/board.js";
import { dice, RACE, Referee, roomView, STARTED, STARTING, welcome } from "./stage.js";

/** @import { Event } from "../../client/net/wire.js" */

/** @type {(...events: Event[]) => RoomReplica} */
function seen(...events) {
  const replica = new RoomReplica();
  for (const event of events) replica.apply(event);
  return replica;
}

/** With what is left out because it has its default. @param {import("../../client/net/wire.js").GameView} game */
const whole = (game) => ({
  ended: false,
  won: false,
  given_up: false,
  last_action_ms: 0,
  reached_ms: 0,
  undoable: 0,
  redoable: 0,
  steps: [],
  ...game,
});

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
    const replica = started();
    for (let step = 0; step < 60; step++) {
      const referee = roll(2) ? mine : yours;
      if (referee.view().ended) continue;
      replica.apply(referee.act(referee.game.n + 1, someAction(referee, roll)));
      const fresh = seen(
        welcome({ room: roomView(RACE), started: STARTED, games: [mine.view(), yours.view()] }),
      );
      assert.deepEqual([...replica.games.values()].map(whole), [...fresh.games.values()].map(whole));
      assert.deepEqual(replica.boards, fresh.boards);
    }
  }
});

test("an action that is known already is dropped", () => {
  const [replica, referee] = [started(), new Referee()];
  const acted = referee.act(1, formatAction(legalMoves(referee.game.board, referee.game.variant)[0]));
  replica.apply(acted);
  replica.apply(acted);
  assert.equal(replica.ownGame?.n, 1);
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
    assert.throws(() => started().apply({ ...acted, ...change }), Desynced);
});

test("what happens before the start, or in a race that nobody announced, needs a fresh welcome", () => {
  const acted = { t: /** @type {const} */ ("acted"), game: "mine", n: 1, action: "undo", ms: 1 };
  assert.throws(() => seen(welcome(), STARTING, acted), Desynced);
  assert.throws(() => seen(welcome(), STARTED), Desynced);
  assert.throws(() => seen(STARTING), Desynced);
});

test("an event of an earlier race changes nothing", () => {
  const replica = started();
  replica.apply({ t: "acted", game: "old", n: 3, action: "undo", ms: 1 });
  assert.equal(replica.games.size, 2);
});

test("progress takes the board away, a snapshot brings it back, even an older one", () => {
  const [replica, yours] = [started(), new Referee("yours", "you")];
  const move = formatAction(legalMoves(yours.game.board, yours.game.variant)[0]);
  const before = yours.view();
  yours.act(1, move);
  replica.apply(yours.progress());
  assert.equal(replica.boards.has("yours"), false);
  replica.apply({ t: "snapshot", game: before });
  assert.equal(replica.games.get("yours")?.n, 0);
  assert.equal(replica.boards.has("yours"), true);
});

test("where the board is known a snapshot never goes back", () => {
  const [replica, mine] = [started(), new Referee()];
  const before = mine.view();
  replica.apply(mine.act(1, formatAction(legalMoves(mine.game.board, mine.game.variant)[0])));
  replica.apply({ t: "snapshot", game: before });
  assert.equal(replica.ownGame?.n, 1);
});

test("an older version of the room is dropped, a newer race takes the games away", () => {
  const replica = started();
  replica.apply({ t: "room", room: roomView(null, 0) });
  assert.equal(replica.race?.id, "race");
  replica.apply({ t: "room", room: roomView({ ...RACE, id: "next" }, 3) });
  assert.equal(replica.games.size, 0);
});

test("a new member is here before the server says so, and who is offline stays so", () => {
  const replica = new RoomReplica();
  replica.apply(welcome());
  const room = roomView(null, 2);
  replica.apply({ t: "room", room: { ...room, members: [...room.members, { id: "new", name: "New" }] } });
  assert.deepEqual(replica.present?.members, ["me", "new"]);
});

test("the end brings standings and reveal", () => {
  const replica = started();
  replica.apply({
    t: "finished",
    race: "race",
    standings: [],
    reveal: { code: "", secret: "", commitment: "" },
  });
  assert.equal(replica.isRacing, false);
});

test("who watches has no game of its own, though the player has one", () => {
  const you = { id: "me", name: "Me", seated: false };
  assert.equal(seen(welcome({ you }), STARTING, STARTED).ownGame, null);
});
