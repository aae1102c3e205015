import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { endOf, RoomReplica } from "../../client/net/replica.js";
import { othersText } from "../../client/race/absence.js";
import { PredictedGame } from "../../client/race/predicted-game.js";
import { lanesOf, leadOf, ownPlace, raceState } from "../../client/race/state.js";
import { legalMoves } from "../../client/rules/board.js";
import { opening } from "../../client/rules/deal.js";
import { parseVariant } from "../../client/rules/variants.js";
import { CODE, MINI, RACE, Referee, roomView, STARTED, STARTING, welcome } from "./stage.js";

/** @import { Racer } from "../../client/race/state.js" */

/** The lanes of the own game and of rivals: (locked, reached, moves). @type {(...games: [number, number, number][]) => ReturnType<typeof lanesOf>} */
function lanes(...games) {
  const replica = new RoomReplica();
  const seats = games.map((_, i) => ({ player: i ? `p${i}` : "me", game: `g${i}`, name: `Name ${i}` }));
  replica.apply(welcome());
  replica.apply({ ...STARTING, race: { ...RACE, seats } });
  replica.apply(STARTED);
  for (const [i, [locked, reached_ms, moves]] of games.entries())
    replica.apply({ t: "progress", game: `g${i}`, n: 1, locked, reached_ms, moves, shuffles: 0 });
  return lanesOf(replica, [], 0);
}

/** @type {(found: ReturnType<typeof ownPlace>) => object | null} */
const names = (found) =>
  found &&
  Object.fromEntries(
    Object.entries(found).flatMap(([key, lane]) => (lane && key !== "own" ? [[key, lane.name]] : [])),
  );

test("before the first move there is no place, and no lane has a rank", () => {
  assert.deepEqual(names(ownPlace(lanes([3, 0, 0], [3, 0, 0]))), {});
  assert.deepEqual(
    lanes([3, 0, 0], [3, 0, 0]).map(({ rank }) => rank),
    [0, 0],
  );
});

test("a player who is away has so long to come back, and none once the game has ended", () => {
  const replica = new RoomReplica();
  const games = [new Referee().view(), new Referee("yours", "you").view()];
  replica.apply(welcome({ room: roomView(RACE), started: STARTED, games }));
  const away = () => lanesOf(replica, [], 1_000).map(({ awayS }) => awayS);
  assert.deepEqual(away(), [null, null]);
  replica.apply({ t: "present", members: ["me"], spectators: 0, away: { you: 41_000 } });
  assert.deepEqual(away(), [null, 40]);
  replica.apply({ t: "snapshot", game: { ...games[1], ended: true } });
  assert.deepEqual(away(), [null, null]);
});

test("the first win of a person begins the last lap, which ends the race before its time limit", () => {
  const won = (/** @type {string} */ player, reached_ms = 0) => ({
    game: player,
    player,
    n: 9,
    locked: 24,
    moves: 9,
    shuffles: 0,
    won: true,
    reached_ms,
  });
  const race = { ...RACE, starts_at: 1_000, ends_at: 601_000 };
  const ends = (/** @type {ReturnType<typeof won>[]} */ games, settings = {}) => {
    const room = { ...roomView(race), settings, members: [{ id: "bot", name: "Bot", bot: 1 }] };
    return endOf(race, room, games);
  };
  assert.equal(ends([]), 601_000);
  assert.equal(ends([won("bot", 5_000)]), 601_000, "nobody waits for others after the win of a bot");
  assert.equal(ends([won("me", 60_000), won("you", 50_000)]), 1_000 + 50_000 + 30_000);
  assert.equal(ends([won("me", 60_000)], { lap_s: null }), 601_000);
  assert.equal(ends([won("me", 599_000)]), 601_000, "the time limit stays");
});

test("without a move of one's own, who leads is named all the same", () => {
  assert.deepEqual(names(ownPlace(lanes([3, 0, 0], [7, 40, 6], [5, 60, 9]))), { leader: "Name 1" });
});

test("the lead is the distance to the second, in cards", () => {
  const all = lanes([9, 50, 4], [7, 40, 6], [7, 60, 9]);
  const place = ownPlace(all);
  assert.equal(place?.own.rank, 1);
  assert.deepEqual(names(place), { ahead: "Name 1" });
  assert.deepEqual(leadOf(all[0], all[1])?.cards, 2);
});

test("behind, the next one and the leader are named; the next one alone if it leads", () => {
  assert.deepEqual(names(ownPlace(lanes([3, 9, 4], [7, 40, 6], [5, 60, 9]))), {
    behind: "Name 2",
    leader: "Name 1",
  });
  assert.deepEqual(names(ownPlace(lanes([3, 9, 4], [7, 40, 6]))), { behind: "Name 1" });
});

test("a leader who has won is named as such, even if nobody stands between", () => {
  const all = lanes([3, 9, 4], [24, 40, 6]);
  all[0].isWon = true;
  assert.deepEqual(names(ownPlace(all)), { behind: "Name 1" });
});

test("with equal cards the time decides, and with equal times both are level", () => {
  const [first, second] = lanes([5, 900, 4], [5, 400, 6]);
  assert.deepEqual([first.name, leadOf(first, second)], ["Name 1", { cards: 0, ms: 500 }]);
  assert.deepEqual(names(ownPlace(lanes([5, 900, 4], [5, 900, 6], [8, 1, 1]))), {
    level: "Name 1",
    leader: "Name 2",
  });
});

test("a game that was given up with more cards, or as many as early, is behind without a lead", () => {
  const game = { locked: 3, reachedMs: 500 };
  for (const givenUp of [game, { locked: 20, reachedMs: 900 }, { locked: 3, reachedMs: 400 }])
    assert.equal(leadOf(game, givenUp), null);
});

test("of those who have not moved nobody is behind", () => {
  assert.deepEqual(names(ownPlace(lanes([0, 0, 1], [9, 0, 0]))), {});
});

test("a player who has left keeps the name, and a ghost has its own", () => {
  const replica = new RoomReplica();
  const race = { ...RACE, seats: RACE.seats.map((seat) => ({ ...seat, name: `Name of ${seat.player}` })) };
  const members = [{ id: "me", name: "Me now" }];
  const games = [new Referee().view(), new Referee("yours", "you").view()];
  replica.apply(welcome({ room: { ...roomView(race), members }, started: STARTED, games }));
  /** @type {Racer} */
  const ghost = { game: "ghost", player: "", name: "Ghost", n: 1, moves: 1, locked: 2, shuffles: 0 };
  assert.deepEqual(
    lanesOf(replica, [ghost], 0).map(({ name, colour }) => [name, colour]),
    [
      ["Ghost", 0],
      ["Me now", 0],
      ["Name of you", 3],
    ],
  );
});

test("once the own game has ended the order stays, though others are seen with a delay from then on", () => {
  const replica = new RoomReplica();
  const race = { ...RACE, seats: ["me", "p1"].map((player, i) => ({ player, game: `g${i}`, name: player })) };
  replica.apply(welcome());
  replica.apply({ ...STARTING, race });
  replica.apply(STARTED);
  const progress = (/** @type {string} */ game, /** @type {number} */ n, /** @type {object} */ more) =>
    replica.apply({ t: "progress", game, n, locked: n, reached_ms: n, moves: n, shuffles: 0, ...more });
  const order = (/** @type {ReturnType<typeof raceState>} */ { lanes }) => lanes.map(({ id }) => id);
  progress("g0", 3, {});
  progress("g1", 9, {});
  const ahead = raceState(null, race, { replica, own: null }, 2000);
  progress("g0", 4, { ended: true });
  const ended = raceState(ahead, race, { replica, own: null }, 2100);
  assert.deepEqual(ended.lanes.find(({ isMine }) => isMine)?.isOut, true);
  const view = { ...new Referee("g1", "p1").view(), moves: 0, n: 0 };
  replica.apply({ t: "snapshot", game: view });
  assert.deepEqual(order(raceState(null, race, { replica, own: null }, 2200)), ["g0", "g1"], "as it came");
  assert.deepEqual(order(raceState(ended, race, { replica, own: null }, 2200)), ["g1", "g0"]);
});

test("the own game is drawn again for a move, but neither for the time nor for an answer that confirms the move", () => {
  const referee = new Referee();
  const replica = new RoomReplica();
  replica.apply(welcome({ room: roomView(RACE), started: STARTED, games: [referee.view()] }));
  const variant = parseVariant(RACE.variant);
  const own = new PredictedGame(referee.view(), opening(MINI, CODE), variant);
  const dealt = raceState(null, RACE, { replica, own }, 2000);
  assert.equal(raceState(dealt, RACE, { replica, own }, 2100).game, dealt.game);
  const { n, action } = own.act(legalMoves(opening(MINI, CODE), variant)[0]);
  const moved = raceState(dealt, RACE, { replica, own }, 2200);
  assert.notEqual(moved.game, dealt.game);
  replica.apply(referee.act(n, action));
  const board = replica.boards.get("mine");
  assert.ok(board && replica.ownGame);
  own.follow({ t: "acted", game: "mine", n, action, ms: 2200 }, replica.ownGame, board);
  assert.equal(raceState(moved, RACE, { replica, own }, 2300).game, moved.game);
});

test("others still play as long as one of them is there; else one waits for who is away, at most until the end", async () => {
  await useLanguage("en");
  const replica = new RoomReplica();
  const seats = [...RACE.seats, { player: "third", game: "theirs", name: "Third" }];
  const race = { ...RACE, seats };
  const games = ["mine", "yours", "theirs"].map((game, i) => new Referee(game, seats[i].player).view());
  replica.apply(welcome({ room: roomView(race), started: STARTED, games }));
  const others = () => othersText(replica, 2000);
  const progress = { n: 1, locked: 2, reached_ms: 0, moves: 1, shuffles: 0, ended: true };
  const away = { third: 42_000 };
  replica.apply({ t: "present", members: ["me", "you"], spectators: 0, away });
  assert.equal(others(), "Others are still playing");
  replica.apply({ t: "progress", game: "yours", ...progress });
  assert.equal(others(), "Waiting for Third, away: out in 0:40");
  replica.apply({ t: "progress", game: "mine", ...progress, won: true });
  assert.equal(others(), "Waiting for Third, away: out in 0:29");
  replica.apply({ t: "progress", game: "theirs", ...progress });
  assert.equal(others(), "");
});
