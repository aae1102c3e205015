import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Broadcast } from "../../client/broadcast/broadcast.js";
import { focusOn, NO_FOCUS } from "../../client/broadcast/director.js";
import { NO_MEMORY, newsBetween, Reporter, UnwinnableNews } from "../../client/broadcast/news.js";
import { Recording } from "../../client/broadcast/recording.js";
import { broadcastState, soFar } from "../../client/broadcast/state.js";
import {
  countdownText,
  NEWS_INTERVAL_MS,
  newsText,
  queued,
  soFarText,
  standsMs,
  Ticker,
} from "../../client/broadcast/ticker.js";
import { tiling } from "../../client/broadcast/tiles.js";
import { useLanguage } from "../../client/i18n/index.js";
import { RoomReplica } from "../../client/net/replica.js";
import { formatAction } from "../../client/rules/actions.js";
import { legalMoves, moved, parseBoard } from "../../client/rules/board.js";
import { GAP, parseCard } from "../../client/rules/cards.js";
import { parseVariant } from "../../client/rules/variants.js";
import { RACE, Referee, roomView, STARTED, STARTING, welcome } from "./stage.js";

/** @import { News } from "../../client/broadcast/news.js" */
/** @import { BroadcastState } from "../../client/broadcast/state.js" */
/** @import { GameChance, GameView, RaceView } from "../../client/net/wire.js" */
/** @import { Board } from "../../client/rules/board.js" */

const VARIANT = parseVariant("mini");
/** All 2s at left ends, and one card more to come; 23 of 24 cards could be locked next. */
const NEAR = parseBoard("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H--7H/2S3S4S5S6S7S--", VARIANT);
const FAR = parseBoard("3C2C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H--7H/2S3S4S5S6S7S--", VARIANT);
const WON = moved(NEAR, { card: parseCard("7H"), slot: 19 });
const RACE_OF_TWO = { ...RACE, starts_at: 0, ends_at: 120_000 };

/** A game with its board. @type {(id: string, locked: number, ms: number, more?: Partial<GameView>) => GameView} */
const game = (id, locked, ms, more = {}) => ({
  game: id,
  player: id,
  n: 1,
  locked,
  moves: 1,
  shuffles: 0,
  last_action_ms: ms,
  reached_ms: ms,
  ...more,
});

/** @type {(ms: number, games: GameView[], boards?: [string, Board][]) => BroadcastState} */
const stateOf = (ms, games, boards = []) =>
  broadcastState(
    {
      race: { ...RACE_OF_TWO, seats: games.map(({ game }) => ({ game, player: game })) },
      variant: VARIANT,
      games: new Map(games.map((each) => [each.game, each])),
      boards: new Map(boards),
      endsAt: RACE_OF_TWO.ends_at,
      opening: null,
      you: "",
      nameOf: (id) => id.toUpperCase(),
    },
    ms,
  );

/** What is said over several states, as kind and name. @type {(...states: BroadcastState[]) => string[]} */
function saidOver(...states) {
  let memory = NO_MEMORY;
  return states.slice(1).flatMap((after, i) => {
    const told = newsBetween(memory, states[i], after);
    memory = told.memory;
    return told.news.map(({ kind, name, n }) => `${kind} ${name} ${n}`);
  });
}

test("the state has the order of the race, who leads, and who is stuck", () => {
  const state = stateOf(50_000, [game("a", 5, 900), game("b", 9, 1000), game("c", 0, 0, { moves: 0 })]);
  assert.deepEqual(
    state.entries.map(({ id, rank }) => [id, rank]),
    [
      ["b", 1],
      ["a", 2],
      ["c", 0],
    ],
  );
  assert.deepEqual([state.leader, state.left, state.isLate], ["b", 70_000, false]);
  assert.equal(
    stateOf(1, [game("a", 0, 0), game("b", 0, 0, { moves: 0 })]).leader,
    "",
    "a move alone leads nothing",
  );
  assert.equal(stateOf(1, [game("a", 3, 5), game("b", 3, 5)]).leader, "", "nobody is ahead of an equal");
  const stuck = parseBoard("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S4S3S5S6S7S--", VARIANT);
  const isStuck = (/** @type {number} */ shuffles) =>
    stateOf(1, [game("a", 19, 5, { shuffles })], [["a", stuck]]).entries[0].isStuck;
  assert.deepEqual([isStuck(0), isStuck(1)], [false, true], "a shuffle is a way out");
});

test("spectators who were there before the start hear of it once", () => {
  const games = [game("a", 0, 0, { moves: 0 }), game("b", 0, 0, { moves: 0 })];
  const waiting = { ...stateOf(-1, games), hasStarted: false };
  const begun = stateOf(1, games);
  assert.deepEqual(saidOver(waiting, waiting, begun, begun), ["start  0"]);
  assert.deepEqual(soFar(waiting), []);
});

test("who was behind when the reporter came has come back, in that race and in the next one", () => {
  const reporter = new Reporter();
  const behind = stateOf(1, [game("a", 6, 1), game("b", 1, 1)]);
  const ahead = stateOf(2, [game("a", 6, 1), game("b", 7, 2)]);
  for (const race of ["one", "two"]) {
    const news = reporter.report({ ...behind, race }, { ...ahead, race });
    assert.deepEqual(
      news.map(({ kind, name, n }) => `${kind} ${name} ${n}`),
      ["comeback B 5"],
    );
  }
});

test("a lead is told with the card that made it, once, and a comeback with what it made up for", () => {
  const start = stateOf(1, [game("a", 1, 1), game("b", 0, 1)]);
  const ahead = stateOf(2, [game("a", 6, 2), game("b", 1, 2)]);
  const level = stateOf(3, [game("a", 6, 2), game("b", 6, 3)]);
  const behind = stateOf(4, [game("a", 6, 2), game("b", 7, 4)]);
  assert.deepEqual(saidOver(start, ahead, level, behind, behind), ["comeback B 5"]);
  const close = stateOf(2, [game("a", 3, 2), game("b", 1, 2)]);
  assert.deepEqual(saidOver(start, close, stateOf(3, [game("a", 3, 2), game("b", 4, 3)])), ["lead B 4"]);
  const [before, after] = [NEAR, WON].map((board, i) =>
    stateOf(i, [game("a", 22 + i, 9), game("b", 22, 5)], [["a", board]]),
  );
  const { news } = newsBetween(NO_MEMORY, before, after);
  assert.deepEqual([news.at(-1)?.kind, news.at(-1)?.card], ["lead", parseCard("7H")]);
});

test("what happens to a game is told: rows, the last cards, a shuffle, trouble, and how it ends", () => {
  const other = game("b", 20, 1);
  const at = (/** @type {Partial<GameView>} */ more, /** @type {Board} */ board) =>
    stateOf(9, [other, game("a", Number(more.locked ?? 12), 9, more)], [["a", board]]);
  assert.deepEqual(saidOver(at({}, FAR), at({ shuffles: 1 }, FAR)), ["shuffle A 1"]);
  assert.deepEqual(saidOver(at({}, FAR), at({}, NEAR)), ["open A 4", "row A 3"]);
  assert.deepEqual(
    saidOver(at({}, FAR), at({}, NEAR), at({}, FAR), at({}, NEAR)).filter((each) => each[0] === "o"),
    ["open A 4"],
  );
  assert.deepEqual(saidOver(at({}, NEAR), at({ ended: true }, NEAR)), ["out A 12"]);
  const end = saidOver(at({ locked: 23 }, NEAR), at({ locked: 24, ended: true, won: true }, WON));
  assert.deepEqual(end, ["won A 1"], "a win says that it leads");
  assert.deepEqual(saidOver(at({ locked: 18 }, NEAR), at({ locked: 19 }, NEAR)), []);
  assert.deepEqual(saidOver(at({ locked: 20 }, NEAR), at({ locked: 21 }, NEAR)), ["few A 3", "lead A 21"]);
  assert.deepEqual(saidOver(stateOf(59_999, [other]), stateOf(60_001, [other])), ["minute  0"]);
  const [before, lastLap] = [stateOf(9, [other]), { ...stateOf(10, [other]), left: 30_000, isLate: true }];
  assert.deepEqual(saidOver(before, lastLap), [], "a last lap is no minute");
});

test("the time limit ends all games in one piece of news, which names the winner unless the win was news before", () => {
  const [ms, end] = [119_000, 120_500];
  const games = (/** @type {Partial<GameView>} */ more) => [game("a", 5, 1, more), game("b", 4, 2, more)];
  const running = stateOf(ms, games({}));
  const over = stateOf(end, games({ ended: true }));
  assert.deepEqual(saidOver(running, over), ["time A 5"]);
  assert.deepEqual([over.ms, over.left], [120_000, 0], "the clock stops at the limit");
  const oneByOne = stateOf(end, [game("a", 5, 1, { ended: true }), game("b", 4, 2)]);
  assert.deepEqual(saidOver(running, oneByOne, over), ["time A 5"]);
  const won = game("c", 24, 1, { won: true, ended: true });
  assert.deepEqual(
    saidOver(stateOf(ms, [won, ...games({})]), stateOf(end, [won, ...games({ ended: true })])),
    ["time  24"],
  );
  assert.deepEqual(saidOver(stateOf(ms, [won]), stateOf(end, [won])), []);
});

test("the seconds before the start are counted down", async () => {
  await useLanguage("en");
  const said = (/** @type {Partial<BroadcastState>} */ more) => {
    const moment = countdownText(
      /** @type {BroadcastState} */ ({ hasStarted: true, left: 60_000, ms: 0, ...more }),
    );
    return moment && `${moment.title} ${moment.text}`;
  };
  assert.equal(said({ hasStarted: false, ms: -2100 }), "3 until the start");
  assert.equal(said({ left: 9001 }), null);
});

test("news are sentences in both languages", async () => {
  const card = parseCard("7H");
  /** @type {News[]} */
  const news = [
    { kind: "lead", ms: 1000, id: "a", name: "Ann", n: 7, card },
    { kind: "lead", ms: 1000, id: "a", name: "Ann", n: 7, card: GAP },
    { kind: "won", ms: 65_000, id: "a", name: "Ann", n: 1, card },
    { kind: "won", ms: 66_000, id: "a", name: "Ann", n: 2, card },
    { kind: "few", ms: 0, id: "a", name: "Ann", n: 1, card },
    { kind: "time", ms: 0, id: "", name: "Ann", n: 9, card },
    { kind: "time", ms: 0, id: "", name: "", n: 24, card },
  ];
  for (const [language, ...texts] of [
    [
      "en",
      "Ann takes the lead with the 7 of hearts",
      "Ann takes the lead",
      "Ann wins in 1:05",
      "Ann finishes 2nd, in 1:06",
      "Ann needs one more card",
      "Time is up: Ann wins with 9 cards in place",
      "Time is up",
    ],
    [
      "de",
      "Ann geht in Führung: Herz 7",
      "Ann geht in Führung",
      "Ann gewinnt in 1:05",
      "Ann kommt als 2. ins Ziel (1:06)",
      "Ann fehlt noch eine Karte",
      "Die Zeit ist um: Ann gewinnt mit 9 richtigen Karten",
      "Die Zeit ist um",
    ],
  ]) {
    await useLanguage(language);
    assert.deepEqual(news.map(newsText), texts);
  }
});

test("the ticker has the latest line first, each in a class of its own that no layout shares", async (context) => {
  await useLanguage("en");
  const closing = new AbortController();
  context.after(() => closing.abort());
  const state = stateOf(60_000, [game("a", 4, 30_000, { steps: [5000, 4] })]);
  const { element } = new Ticker(state, closing.signal);
  const kinds = [...element.querySelectorAll("p")].map(({ className }) => className);
  assert.deepEqual(kinds, ["so-far", "news-lead", "news-start"]);
});

test("who comes late reads what has happened so far", async () => {
  const state = stateOf(60_000, [
    game("a", 4, 30_000, { steps: [5000, 1, 20_000, 3, 30_000, 4] }),
    game("b", 5, 40_000, { steps: [10_000, 2, 40_000, 5], last_action_ms: 41_000, ended: true }),
  ]);
  const past = soFar(state);
  assert.deepEqual(
    past.map(({ kind, name, ms, n }) => [kind, name, ms, n]),
    [
      ["start", "", 0, 0],
      ["lead", "A", 5000, 1],
      ["lead", "B", 10_000, 2],
      ["lead", "A", 20_000, 3],
      ["lead", "B", 40_000, 5],
      ["out", "B", 41_000, 5],
    ],
  );
  await useLanguage("en");
  assert.equal(soFarText(state, past), "So far: B has led since 0:40. The lead has changed 3 times.");
  assert.equal(soFarText(stateOf(1, [game("a", 0, 0)]), []), "So far: nobody leads.");
});

test("of news that come at once the least ones are left out, and a lead that was lost again is not told", () => {
  const news = (/** @type {News["kind"][]} */ ...kinds) =>
    kinds.map((kind, i) => ({ kind, ms: i, id: String(i), name: "", n: 0, card: GAP }));
  const kinds = (/** @type {News[]} */ all) => all.map(({ kind }) => kind);
  assert.deepEqual(kinds(queued([], news("shuffle", "lead", "row", "open"))), ["lead", "row", "open"]);
  assert.deepEqual(kinds(queued(news("shuffle", "row"), news("lead", "won"))), ["lead", "won"]);
  assert.deepEqual(kinds(queued(news("lead"), news("lead", "row"))), ["lead", "row"]);
  assert.equal(queued(news("lead"), news("lead"))[0].id, "0");
  assert.deepEqual(kinds(queued(news("won", "won", "won"), news("row"))), ["won", "won", "won"]);
});

test("a sentence stands until it can be read, and until a screen reader has spoken it", () => {
  assert.equal(standsMs("One minute left"), NEWS_INTERVAL_MS);
  const long = "Bartholomew the Unready can no longer win without a shuffle and plays on";
  assert.ok(standsMs(long) > (1000 * long.length) / 16);
});

test("the leader is large, but no board for less than three seconds; a win and a choice go first", () => {
  const [first, second] = [
    stateOf(1, [game("a", 5, 1), game("b", 4, 1)]),
    stateOf(2, [game("a", 5, 1), game("b", 6, 2)]),
  ];
  const start = focusOn(NO_FOCUS, first, 0);
  assert.equal(start.id, "a");
  assert.equal(focusOn(start, second, 2999).id, "a");
  assert.equal(focusOn(start, second, 3000).id, "b");
  assert.equal(focusOn(start, second, 10, "b").id, "b");
  assert.equal(focusOn({ id: "a", since: 0, isPinned: true }, second, 9000, "b").id, "a");
  assert.equal(focusOn({ id: "gone", since: 0, isPinned: true }, second, 9000).id, "b");
  const ended = stateOf(3, [game("a", 5, 1), game("b", 6, 2, { ended: true })]);
  assert.equal(focusOn({ ...start, id: "b" }, ended, 9000).id, "a", "the best one that still plays");
});

test("tiles fill the room there is; if they would be too small, they are scrolled", () => {
  const [em, aspect] = [16, 39 / 16];
  const rowsHigh = (
    /** @type {{ columns: number, width: number }} */ { columns, width },
    /** @type {number} */ count,
  ) => Math.ceil(count / columns) * (width / aspect + 1.75 * em + 8) - 8;
  for (let count = 1; count < 60; count++) {
    const found = tiling({ width: 900, height: 280 }, count, aspect, em);
    const { columns, width } = found;
    assert.ok(columns * (width + 8) - 8 <= 900.5, `${count}: as wide as the room`);
    assert.ok(count > 18 || rowsHigh(found, count) <= 280.5, `${count}: as high`);
    assert.ok(width >= 8.5 * em - 1, `${count}: suits can be told apart`);
  }
  assert.ok(rowsHigh(tiling({ width: 900, height: 280 }, 49, aspect, em), 49) > 280);
  const laptop = { width: 930, height: 238 };
  assert.deepEqual(
    tiling(laptop, 7, 7 * (3 / 16), 16),
    { width: 126, columns: 7 },
    "the others of eight, at a glance",
  );
  assert.ok(rowsHigh(tiling({ width: 2400, height: 800 }, 49, aspect, em), 49) <= 800.5);
});

/** The end of a race of two with a delay of 30 s: what has not been seen comes at once. @param {number} now of the server */
function raceWithDelay(now) {
  const race = /** @type {RaceView} */ ({ ...RACE_OF_TWO, spectator_delay_s: 30 });
  const replica = new RoomReplica();
  const clock = { now: () => now };
  const broadcast = new Broadcast(replica, clock);
  const take = (/** @type {import("../../client/net/wire.js").Event} */ event, at = 0) => {
    replica.apply(event);
    broadcast.follow(at, event);
  };
  take(welcome({ you: { id: "eve", name: "Eve", seated: false }, room: roomView() }));
  take({ ...STARTING, race });
  take(STARTED);
  return { broadcast, replica, take, goTo: (/** @type {number} */ ms) => (now = ms) };
}

test("when a race ends, its last seconds are still shown at their time, and then the result", () => {
  const { broadcast, take, goTo } = raceWithDelay(40_000);
  const referee = new Referee();
  broadcast.step(0);
  assert.equal(broadcast.state?.ms, 10_000);
  const times = [9000, 20_000, 35_000];
  for (const ms of times) {
    const [move] = legalMoves(referee.game.board, referee.game.variant);
    const acted = /** @type {import("../../client/net/wire.js").Acted} */ (
      referee.act(referee.game.n + 1, formatAction(move))
    );
    take({ ...acted, ms });
  }
  const seen = () => broadcast.state?.entries.find(({ id }) => id === "mine")?.moves;
  broadcast.step(0);
  assert.equal(seen(), 1, "two are ahead of their time");
  take({ t: "finished", race: "race", standings: [] }, 1000);
  goTo(50_000);
  broadcast.step(11_000);
  assert.deepEqual([seen(), broadcast.isOver(99_000)], [2, false]);
  goTo(65_000);
  broadcast.step(26_000);
  assert.deepEqual([seen(), broadcast.isOver(26_001), broadcast.isOver(99_000)], [3, false, true]);
});

test("the race so far can be watched again, at half speed, until it is live again", (context) => {
  const { broadcast, take, goTo } = raceWithDelay(30_000);
  context.mock.method(performance, "now", () => 0);
  const referee = new Referee();
  broadcast.step(0);
  for (const ms of [1000, 9000]) {
    const [move] = legalMoves(referee.game.board, referee.game.variant);
    const acted = /** @type {import("../../client/net/wire.js").Acted} */ (
      referee.act(referee.game.n + 1, formatAction(move))
    );
    take({ ...acted, ms });
  }
  goTo(42_000);
  broadcast.step(0);
  const seen = () => {
    const { state } = broadcast;
    return [state?.ms, state?.entries.find(({ id }) => id === "mine")?.moves, broadcast.isLive];
  };
  assert.deepEqual(seen(), [12_000, 2, true]);
  broadcast.seek(5000, 0.5);
  assert.deepEqual(broadcast.step(2000), [], "what lies between is no news");
  assert.deepEqual(seen(), [6000, 1, false]);
  broadcast.step(8000);
  assert.deepEqual(seen(), [9000, 2, false]);
  broadcast.step(99_000);
  assert.deepEqual(seen(), [12_000, 2, true]);
  broadcast.seek(-5000);
  broadcast.step(0);
  assert.deepEqual(seen(), [0, 0, false], "not before what was seen");
});

test("what comes when the time is up is not shown before the clock is there", () => {
  const recording = new Recording();
  const at = (/** @type {number} */ ms, /** @type {number} */ n) => ({
    ms,
    game: game("a", n, ms),
    board: undefined,
  });
  recording.advance(118_000);
  recording.add(at(119_000, 1));
  recording.add(at(120_000, 2));
  recording.advance(118_250);
  assert.equal(recording.games.get("a")?.locked, 1, "a little early is not worth a wait");
  recording.advance(119_999);
  assert.equal(recording.games.get("a")?.locked, 1);
  recording.advance(120_000);
  assert.equal(recording.games.get("a")?.locked, 2);
});

test("the end of a race stays for a moment, unless the last game was given up", () => {
  const standing = { player: "you", game: "yours", name: "You", rank: 1, won: true, time_ms: 20_000 };
  const left = {
    ...standing,
    player: "me",
    game: "mine",
    rank: 2,
    won: false,
    time_ms: 30_000,
    given_up: true,
  };
  for (const [time_ms, isOver] of /** @type {const} */ ([
    [20_000, true],
    [31_000, false],
  ])) {
    const { broadcast, take } = raceWithDelay(40_000);
    broadcast.step(0);
    const standings = /** @type {import("../../client/net/wire.js").Standing[]} */ ([
      { ...standing, time_ms },
      left,
    ]);
    take({ t: "finished", race: "race", standings });
    assert.equal(broadcast.isOver(1000), isOver);
  }
});

test("the end of a race can be skipped, and who holds a seat where boards are open has no delay", () => {
  const { broadcast, replica, take } = raceWithDelay(40_000);
  take({ t: "acted", ...firstMove(), ms: 39_000 });
  broadcast.step(0);
  take({ t: "finished", race: "race", standings: [] });
  assert.equal(broadcast.isOver(99_000), false);
  broadcast.skip();
  assert.equal(broadcast.isOver(0), true);
  assert.equal(broadcast.delayS, 30);
  take(
    welcome({
      room: { ...roomView(replica.race), settings: { variant: { name: "mini" }, boards_open: true } },
    }),
  );
  assert.equal(broadcast.delayS, 0);
});

test("a game does not go back to an earlier state because of what came late", () => {
  const recording = new Recording();
  recording.add({ ms: 9000, game: game("a", 1, 9000), board: undefined });
  recording.add({ ms: 0, game: game("a", 2, 9000, { ended: true }), board: undefined });
  recording.advance(0);
  assert.equal(recording.games.size, 0);
  recording.advance(9000);
  assert.equal(recording.games.get("a")?.locked, 2);
});

test("a win probability is shown with its board, not ahead of it, and as long as the game runs", () => {
  const { broadcast, take } = raceWithDelay(40_000);
  const chance = () => {
    broadcast.step(0);
    return broadcast.state?.entries.find(({ id }) => id === "mine")?.chance;
  };
  const chances = (/** @type {number} */ n, /** @type {number} */ win, race = "race") =>
    take({ t: "chances", race, games: [{ game: "mine", n, win }] });
  assert.equal(chance(), null);
  chances(0, 0.4);
  chances(1, 0.7);
  assert.equal(chance(), 0.4);
  take({ t: "acted", ...firstMove(), ms: 9_000 });
  assert.equal(chance(), 0.7);
  chances(1, 0.1, "an earlier race");
  assert.equal(chance(), 0.7);
  chances(1, 1);
  assert.equal(chance(), 1, "proven now");
});

test("a game that has ended has no win probability", () => {
  const games = [game("a", 5, 1, { ended: true }), game("b", 4, 1)];
  const race = { ...RACE_OF_TWO, seats: games.map(({ game }) => ({ game, player: game })) };
  const shown = { race, variant: VARIANT, games: new Map(games.map((each) => [each.game, each])) };
  const chanceOf = () => ({ game: "b", n: 1, win: 0.5 });
  const rest = { boards: new Map(), endsAt: null, opening: null, you: "", nameOf: String, chanceOf };
  const { entries } = broadcastState({ ...shown, ...rest }, 1);
  assert.deepEqual(
    entries.map(({ chance }) => chance),
    [null, 0.5],
  );
});

/** A race with what is known of the boards of its games. @type {(ms: number, outlooks: GameChance[], shuffles?: number) => BroadcastState} */
const seen = (ms, outlooks, shuffles = 0) =>
  broadcastState(
    {
      race: { ...RACE_OF_TWO, seats: outlooks.map(({ game }) => ({ game, player: game })) },
      variant: VARIANT,
      games: new Map(outlooks.map(({ game: id, n }) => [id, game(id, 5, ms, { n, shuffles })])),
      boards: new Map(),
      endsAt: null,
      opening: null,
      you: "",
      nameOf: (id) => id.toUpperCase(),
      chanceOf: ({ game }) => outlooks.find((each) => each.game === game) ?? null,
    },
    ms,
  );

/** @type {(game: string, n: number) => GameChance} */
const proven = (game, n) => ({ game, n, win: 0.2, unwinnable: true });

/** What is said of states one after the other. @type {(...states: BroadcastState[]) => string[][]} */
function goingOn(...states) {
  const unwinnable = new UnwinnableNews();
  return states.map((state) => unwinnable.of(state, VARIANT).map(newsText));
}

test("who goes on after moves alone are proven not to win is named once until the next shuffle", () => {
  const [first, second] = [proven("a", 4), proven("a", 5)];
  assert.deepEqual(
    goingOn(
      seen(1000, [first]),
      seen(1250, [first]),
      seen(2000, [second]),
      seen(3000, [proven("a", 6)]),
      seen(4000, [{ game: "a", n: 7, win: 0.3 }], 1),
      seen(5000, [proven("a", 8)], 1),
      seen(6000, [proven("a", 9)], 1),
      seen(7000, [proven("a", 10)], 1),
    ),
    [
      [],
      [],
      ["A can no longer win without a shuffle and plays on"],
      [],
      [],
      [],
      ["A can no longer win without an undo and plays on"],
      [],
    ],
  );
});

test("fifty players who are lost at once are a few sentences, not fifty", () => {
  const ids = Array.from({ length: 50 }, (_, i) => `p${i}`);
  const unwinnable = new UnwinnableNews();
  const states = [4, 5, 6].map((n) =>
    seen(
      n * 1000,
      ids.map((id) => proven(id, n)),
    ),
  );
  const news = states.flatMap((state) => unwinnable.of(state, VARIANT));
  assert.equal(news.length, 50);
  assert.equal(queued([], news).length, 3);
});

function firstMove() {
  const referee = new Referee();
  const [move] = legalMoves(referee.game.board, referee.game.variant);
  const { game, n, action, checksum } = /** @type {import("../../client/net/wire.js").Acted} */ (
    referee.act(1, formatAction(move))
  );
  return { game, n, action, checksum };
}
