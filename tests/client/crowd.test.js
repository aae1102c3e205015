import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { knownRows, lanesAround, seatOf } from "../../client/crowd/rows.js";
import { raceState } from "../../client/race/state.js";
import { Desynced } from "../../client/room/replica.js";
import { phaseOf } from "../../client/room/screen.js";
import { formatAction } from "../../client/rules/actions.js";
import { legalMoves } from "../../client/rules/board.js";
import { crowdOf, LargeRace, largeRoom } from "./crowd-stage.js";
import { dice, RACE, STARTED, welcome } from "./stage.js";

/** @import { GameView, Nearby, Row, Standing } from "../../client/net/messages.js" */
/** @import { Referee } from "./stage.js" */
/** @import { RoomReplica } from "../../client/room/replica.js" */

/** @type {(referee: Referee, roll: (below: number) => number) => string} */
function someAction({ game }, roll) {
  const moves = legalMoves(game.board, game.variant);
  if (moves.length && roll(8)) return formatAction(moves[roll(moves.length)]);
  return game.shuffles < 9 ? "shuffle" : "resign";
}

/** All that a screen can read of a race. @param {RoomReplica} replica */
const picture = (replica) => ({
  games: [...replica.games.values()].map(whole).sort((a, b) => a.game.localeCompare(b.game)),
  boards: new Map([...replica.boards].sort()),
  order: replica.order,
  lanes: replica.crowd?.lanes,
  self: replica.self,
  own: replica.ownGame?.game,
});

/** With what is left out because it has its default. @param {GameView} game */
const whole = (game) => ({
  ended: false,
  won: false,
  last_action_ms: 0,
  reached_ms: 0,
  undoable: 0,
  redoable: 0,
  steps: [],
  ...game,
});

for (const [who, you] of [
  ["a player", "p7"],
  ["a spectator", "watcher"],
])
  test(`in a large room, too, ${who} has the same picture by events as by a fresh snapshot, once ticks are flushed`, () => {
    for (let seed = 1; seed <= 4; seed++) {
      const roll = dice(seed);
      const server = new LargeRace(60, you);
      const replica = crowdOf(...server.beginning);
      for (let step = 0; step < 50; step++) {
        const running = server.games.filter((each) => !each.view().ended);
        const referee =
          roll(3) && server.mine && !server.mine.view().ended ? server.mine : running[roll(running.length)];
        const events = server.act(referee, someAction(referee, roll));
        if (!server.mine && roll(5) === 0)
          events.push(...server.look(`g${roll(60)}`, `g${roll(60)}`, "none"));
        for (const event of [...events, ...server.tick()]) replica.apply(event);
        assert.deepEqual(picture(replica), picture(crowdOf(server.welcome)));
      }
    }
  });

/** @type {(rank: number, locked: number, reached?: number, more?: Partial<Row>) => Row} */
const row = (rank, locked, reached_ms = 0, more = {}) => ({
  rank,
  player: `p${rank}`,
  name: `Name ${rank}`,
  game: `g${rank}`,
  n: 1,
  locked,
  moves: 1,
  shuffles: 0,
  reached_ms,
  ...more,
});
const LEADERS = {
  t: /** @type {const} */ ("leaders"),
  race: "race",
  rows: [1, 2, 3, 4].map((rank) => row(rank, 40 - rank)),
};
/** @type {Nearby} */
const NEARBY = {
  t: "nearby",
  race: "race",
  rank: 37,
  rows: [row(35, 12, 100), row(36, 11, 100), row(37, 10, 100), row(38, 10, 200), row(39, 9, 100)],
};

/** @type {(rows: { game: string, rank: number }[]) => string[]} */
const ranksOf = (rows) => rows.map(({ game, rank }) => `${game} ${rank}`);

test("the leaders come first, then the neighbours of the own game, each with its rank", () => {
  const rows = knownRows(LEADERS, NEARBY, row(0, 10, 100, { game: "g37" }));
  assert.deepEqual(ranksOf(rows), [
    "g1 1",
    "g2 2",
    "g3 3",
    "g4 4",
    "g35 35",
    "g36 36",
    "g37 37",
    "g38 38",
    "g39 39",
  ]);
});

test("an own move that passes two neighbours changes the places at once, and back when it is undone", () => {
  const passed = knownRows(LEADERS, NEARBY, row(0, 13, 900, { game: "g37", n: 2 }));
  assert.deepEqual(ranksOf(passed).slice(4), ["g37 35", "g35 36", "g36 37", "g38 38", "g39 39"]);
  const fallen = knownRows(LEADERS, NEARBY, row(0, 9, 900, { game: "g37", n: 3 }));
  assert.deepEqual(ranksOf(fallen).slice(4), ["g35 35", "g36 36", "g38 37", "g39 38", "g37 39"]);
});

test("an own game that goes ahead of leaders is counted among them", () => {
  const rows = knownRows(LEADERS, NEARBY, row(0, 38, 900, { game: "g37", n: 9 }));
  assert.deepEqual(ranksOf(rows).slice(0, 6), ["g1 1", "g2 2", "g37 3", "g3 4", "g4 5", "g35 36"]);
});

test("of two rows of a game the later one counts", () => {
  const leaders = { ...LEADERS, rows: [row(1, 30, 0, { n: 5 }), row(2, 20, 0, { n: 3 })] };
  const nearby = { ...NEARBY, rank: 2, rows: [row(1, 29, 0, { n: 4 }), row(2, 20, 0, { n: 3 })] };
  assert.deepEqual(
    knownRows(leaders, nearby, null).map(({ locked }) => locked),
    [30, 20],
  );
});

test("a large race has ten lanes: the first ones, those around the own game, and a mark where games are left out", () => {
  const leaders = { ...LEADERS, rows: Array.from({ length: 20 }, (_, i) => row(i + 1, 40 - i)) };
  const rows = knownRows(leaders, NEARBY, row(0, 10, 100, { game: "g37" }));
  const lanes = lanesAround(rows, "g37");
  assert.deepEqual(
    lanes.map(({ rank, isApart }) => `${isApart ? "… " : ""}${rank}`),
    ["1", "2", "3", "4", "5", "… 35", "36", "37", "38", "39"],
  );
  for (const [own, first, last] of [
    ["g1", 1, 10],
    ["g6", 1, 10],
    ["g9", 1, 11],
  ])
    assert.deepEqual(
      [
        lanesAround(rows, String(own)).length,
        lanesAround(rows, String(own))[0].rank,
        lanesAround(rows, String(own)).at(-1)?.rank,
      ],
      [10, first, last],
    );
  assert.equal(lanesAround(rows, "").length, 10);
});

test("between leaders and neighbours that follow them directly nothing is marked", () => {
  const nearby = { ...NEARBY, rank: 5, rows: [row(3, 37), row(4, 36), row(5, 30), row(6, 29)] };
  assert.ok(knownRows(LEADERS, nearby, null).every(({ isApart }) => !isApart));
});

test("the colour of a game is the same wherever it is shown, and differs between most", () => {
  assert.equal(seatOf("g17"), seatOf("g17"));
  assert.ok(new Set(Array.from({ length: 20 }, (_, i) => seatOf(`0f3a${i}`))).size > 10);
});

test("the player of a large race has a place among all its games before and after the first move", () => {
  const server = new LargeRace(60, "p7");
  const replica = crowdOf(...server.beginning);
  const state = () => raceState(null, server.race, { replica, own: null }, 2000);
  const own = () => state().lanes.find(({ isMine }) => isMine);
  assert.deepEqual([own()?.rank, own()?.name, state().count], [0, "Me", 60]);
  const { mine } = server;
  assert.ok(mine);
  const move = formatAction(legalMoves(mine.game.board, mine.game.variant)[0]);
  for (const event of [...server.act(mine, move), ...server.tick()]) replica.apply(event);
  assert.equal(own()?.rank, 1);
  assert.equal(state().othersPlay, true);
});

test("a seat makes a player race, and the standing a result, although the race names neither", () => {
  const server = new LargeRace(60, "p7");
  const replica = crowdOf(...server.beginning);
  const at = { isOver: false, isSpectator: false, lingers: false };
  assert.equal(phaseOf(replica, at), "race");
  /** @type {Standing} */
  const standing = { ...row(37, 10), player: "p7", game: "g7", score: 10, time_ms: 900, won: false };
  replica.apply({ ...server.own, t: "own", standing });
  assert.equal(replica.ownStanding, undefined);
  replica.apply({ t: "finished", race: "race", standings: [], reveal: null });
  assert.equal(/** @type {Standing | undefined} */ (replica.ownStanding)?.rank, 37);
  assert.equal(phaseOf(replica, { ...at, isOver: true }), "result");
});

test("what is heard of other races, and of boards that are no longer looked at, changes nothing", () => {
  const server = new LargeRace(60, "watcher");
  const replica = crowdOf(...server.beginning, ...server.look("g1", "g2"));
  const late = server.act(
    server.games[1],
    formatAction(legalMoves(server.games[1].game.board, server.games[1].game.variant)[0]),
  );
  for (const event of [...server.look("g2"), ...late]) replica.apply(event);
  assert.deepEqual([...replica.games.keys()], ["g2"]);
  replica.apply({ ...LEADERS, race: "former" });
  replica.apply({ ...NEARBY, race: "former" });
  assert.equal(replica.crowd?.leaders?.race, "race");
  assert.equal(replica.crowd?.nearby, null);
});

test("an action that is missing of a board that is looked at needs a fresh welcome", () => {
  const server = new LargeRace(60, "watcher");
  const replica = crowdOf(...server.beginning, ...server.look("g1"));
  assert.throws(() => replica.apply({ t: "acted", game: "g1", n: 3, action: "undo", ms: 1 }), Desynced);
});

test("names are known of all who were heard of", () => {
  const server = new LargeRace(60, "watcher");
  const replica = crowdOf(...server.beginning);
  assert.equal(replica.nameOf("p3"), "Name of p3");
  assert.equal(replica.nameOf("nobody"), "?");
});

test("a room that becomes small has all members and games again", () => {
  const server = new LargeRace(60, "p7");
  const replica = crowdOf(...server.beginning, welcome({ started: null }));
  assert.equal(replica.self?.name, "Me");
  assert.deepEqual(replica.crowd?.order ?? null, null);
  replica.apply({ t: "starting", race: RACE, now: 1 });
  replica.apply(STARTED);
  assert.deepEqual([...replica.games.keys()], ["mine", "yours"]);
});

test("an older excerpt of the room is dropped", () => {
  const replica = crowdOf({ ...new LargeRace(60, "p7").welcome, room: largeRoom(null, 60, 5) });
  replica.apply({ t: "room", room: largeRoom(null, 12, 4) });
  assert.equal(replica.crowd?.size?.members, 61);
});
