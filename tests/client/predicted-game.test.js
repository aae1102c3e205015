import assert from "node:assert/strict";
import test from "node:test";
import { PredictedGame } from "../../client/race/predicted-game.js";
import { RoomSession } from "../../client/race/session.js";
import { formatBoard, legalMoves } from "../../client/rules/board.js";
import { dice, RACE, Referee, roomView, STARTED, STARTING, welcome } from "./stage.js";

/** @import { Command, Event } from "../../client/net/wire.js" */
/** @import { TestContext } from "node:test" */

/** A socket that a test answers. */
class FakeSocket {
  /** @type {Command[]} */ sent = [];
  /** @type {(() => void) | null} */ onopen = null;
  /** @type {((event: { data: string }) => void) | null} */ onmessage = null;
  /** @type {((event: { code: number, reason: string }) => void) | null} */ onclose = null;

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}

  /** @param {Event} event */
  tell(event) {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
}

/** A session in a race that has just started, and the socket of each of its connections. @param {TestContext} context at the end of which it is closed */
function racing(context) {
  /** @type {FakeSocket[]} */
  const sockets = [];
  const connect = () => {
    sockets.push(new FakeSocket());
    return sockets[sockets.length - 1];
  };
  /** What the last event came to. */
  const last = { rolledBack: false, hasLost: false };
  const closing = new AbortController();
  context.after(() => closing.abort());
  const session = new RoomSession("ROOM", {
    OwnGame: PredictedGame,
    signal: closing.signal,
    onEvent: (_, outcome) => Object.assign(last, outcome),
    onState: () => {},
    connection: { connect, random: () => 0, now: () => 0 },
  });
  sockets[0].onopen?.();
  for (const event of [welcome(), STARTING, STARTED]) sockets[0].tell(event);
  return { session, sockets, last };
}

/** @type {(session: RoomSession) => string} */
const shown = (session) => formatBoard(session.own?.optimistic.game.board ?? new Uint8Array(28));

/** @type {(session: RoomSession) => import("../../client/rules/board.js").Move} */
function firstMove(session) {
  const { game } = /** @type {NonNullable<typeof session.own>} */ (session.own).optimistic;
  return legalMoves(game.board, game.variant)[0];
}

const acts = (/** @type {FakeSocket} */ socket) =>
  socket.sent.flatMap((command) => (command.t === "act" ? [`${command.n} ${command.action}`] : []));

test("a move is shown at once, sent once, and stays when it is accepted", (context) => {
  const { session, sockets } = racing(context);
  const referee = new Referee();
  assert.equal(session.act(firstMove(session)), null);
  const after = shown(session);
  assert.notEqual(after, STARTED.board);
  assert.equal(acts(sockets[0]).length, 1);
  const [n, action] = acts(sockets[0])[0].split(" ");
  sockets[0].tell(referee.act(Number(n), action));
  assert.equal(shown(session), after);
  assert.deepEqual(session.own?.pending, []);
});

test("what is refused is taken back, with all that was built on it", (context) => {
  const { session, sockets, last } = racing(context);
  session.act(firstMove(session));
  session.act(firstMove(session));
  const referee = new Referee();
  sockets[0].tell(referee.refuse(1, "time_up"));
  assert.equal(last.rolledBack, true);
  assert.equal(shown(session), STARTED.board);
  sockets[0].tell(referee.refuse(2, "wrong_number"));
  assert.equal(last.rolledBack, false);
});

test("what cannot be is refused here, and not sent", (context) => {
  const { session, sockets } = racing(context);
  assert.equal(session.act("undo"), "nothing_to_undo");
  assert.equal(session.act({ card: 2, slot: 0 }), "illegal_move");
  assert.deepEqual(acts(sockets[0]), []);
});

test("undo and redo of what was seen are shown at once", (context) => {
  const { session } = racing(context);
  session.act(firstMove(session));
  const after = shown(session);
  session.act("undo");
  assert.equal(shown(session), STARTED.board);
  session.act("redo");
  assert.equal(shown(session), after);
});

test("a redeal is waited for, and then its history is known", (context) => {
  const { session, sockets } = racing(context);
  const own = /** @type {NonNullable<typeof session.own>} */ (session.own);
  const referee = new Referee();
  own.act("shuffle"); // the stage allows it at any time
  assert.equal(own.isWaiting, true);
  assert.equal(session.act("undo"), "wait");
  sockets[0].tell(referee.act(1, "shuffle"));
  assert.equal(own.isWaiting, false);
  assert.equal(shown(session), formatBoard(referee.game.board));
  session.act("undo");
  assert.equal(shown(session), STARTED.board);
});

test("after a reload an undo goes into a past that only the server knows", (context) => {
  const { session, sockets } = racing(context);
  const referee = new Referee();
  session.act(firstMove(session));
  const [n, action] = acts(sockets[0])[0].split(" ");
  referee.act(Number(n), action);
  const reloaded = racing(context);
  reloaded.sockets[0].tell(welcome({ room: roomView(RACE), started: STARTED, games: [referee.view()] }));
  assert.equal(reloaded.session.act("undo"), null);
  assert.equal(reloaded.session.own?.isWaiting, true);
  reloaded.sockets[0].tell(referee.act(2, "undo"));
  assert.equal(shown(reloaded.session), STARTED.board);
  assert.equal(reloaded.session.act("redo"), null);
  assert.equal(reloaded.session.own?.isWaiting, false);
});

test("after a cut only what the server does not have is sent again", (context) => {
  const { session, sockets } = racing(context);
  const referee = new Referee();
  for (let i = 0; i < 3; i++) session.act(firstMove(session));
  const sent = acts(sockets[0]);
  const after = shown(session);
  const [n, action] = sent[0].split(" ");
  referee.act(Number(n), action); // stored, and the answer was lost
  session.connection.reconnect();
  session.connection.wake();
  sockets[1].onopen?.();
  assert.equal(sockets[1].sent[0].t, "hello");
  sockets[1].tell(welcome({ room: roomView(RACE), started: STARTED, games: [referee.view()] }));
  assert.deepEqual(acts(sockets[1]), sent.slice(1));
  assert.equal(shown(session), after);
  session.act("undo");
  session.act("undo");
  session.act("undo");
  assert.equal(shown(session), STARTED.board, "the history is still known");
});

test("another tab's action takes the place of one's own", (context) => {
  const { session, sockets } = racing(context);
  session.act(firstMove(session));
  const referee = new Referee();
  sockets[0].tell(referee.act(1, "resign"));
  sockets[0].tell(referee.refuse(1, "wrong_number"));
  assert.equal(session.own?.optimistic.isOver, true);
  assert.equal(shown(session), STARTED.board);
});

test("a game is over once the server says so", (context) => {
  const { session, sockets } = racing(context);
  session.act("resign");
  const isOver = () => [session.own?.optimistic.isOver, session.own?.isOver];
  assert.deepEqual(isOver(), [true, false], "its end is shown at once, and confirmed when it is stored");
  sockets[0].tell(new Referee().act(1, "resign"));
  assert.deepEqual(isOver(), [true, true]);
});

test("what came too fast is sent again later", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { session, sockets, last } = racing(context);
  session.act(firstMove(session));
  const after = shown(session);
  sockets[0].tell({ t: "refused", command: "act", code: "too_fast", message: "", n: 1 });
  assert.equal(last.rolledBack, false);
  context.mock.timers.tick(1000);
  assert.equal(acts(sockets[0]).length, 2);
  assert.equal(shown(session), after);
});

test("of several actions that were refused together, each is sent again once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { session, sockets } = racing(context);
  session.act(firstMove(session));
  session.act("undo");
  session.act("redo");
  const sent = acts(sockets[0]);
  assert.equal(sent.length, 3);
  const refusal = /** @type {const} */ ({ t: "refused", command: "act", code: "too_fast", message: "" });
  for (const n of [1, 2, 3]) sockets[0].tell({ ...refusal, n });
  context.mock.timers.tick(1000);
  assert.deepEqual(acts(sockets[0]), [...sent, ...sent]);
});

test("whatever is lost, doubled or cut: in the end the board is the server's", (context) => {
  for (let seed = 1; seed <= 40; seed++) {
    const roll = dice(seed);
    const { session, sockets } = racing(context);
    const referee = new Referee();
    let heard = 0;
    for (let step = 0; step < 80; step++) {
      const socket = sockets[sockets.length - 1];
      const own = /** @type {NonNullable<typeof session.own>} */ (session.own);
      const moves = legalMoves(own.optimistic.game.board, own.optimistic.game.variant);
      const kind = roll(10);
      if (kind < 5 && moves.length) session.act(moves[roll(moves.length)]);
      else if (kind === 5) session.act(roll(2) ? "undo" : "redo");
      else if (kind < 9) {
        const command = socket.sent.filter((each) => each.t === "act")[heard];
        if (command?.t !== "act") continue;
        heard++;
        const answer = referee.act(command.n, command.action);
        if (roll(8))
          socket.tell(answer); // else the answer is lost with the connection
        else step = reconnect(session, sockets, referee, step);
        if (sockets[sockets.length - 1] !== socket) heard = 0;
      } else {
        reconnect(session, sockets, referee, step);
        heard = 0;
      }
    }
    reconnect(session, sockets, referee, 0);
    const last = sockets[sockets.length - 1];
    for (const command of [...last.sent])
      if (command.t === "act") last.tell(referee.act(command.n, command.action));
    assert.equal(shown(session), formatBoard(referee.game.board), `seed ${seed}`);
    assert.deepEqual(session.own?.pending, []);
  }
});

/** @type {(session: RoomSession, sockets: FakeSocket[], referee: Referee, step: number) => number} */
function reconnect(session, sockets, referee, step) {
  session.connection.reconnect();
  session.connection.wake();
  const socket = sockets[sockets.length - 1];
  socket.onopen?.();
  socket.tell(welcome({ room: roomView(RACE), started: STARTED, games: [referee.view()] }));
  return step;
}

test("pending actions that do not follow the server's last one are dropped", (context) => {
  const { session, sockets } = racing(context);
  const referee = new Referee();
  for (let i = 0; i < 3; i++) session.act(firstMove(session));
  const [n, action] = acts(sockets[0])[0].split(" ");
  sockets[0].tell(referee.act(Number(n), action));
  assert.deepEqual(
    session.own?.pending.map((act) => act.n),
    [2, 3],
  );
  // The server lost what it had confirmed: its game begins again, and nothing pending fits it.
  const fresh = new Referee();
  sockets[0].tell(welcome({ room: roomView(RACE), started: STARTED, games: [fresh.view()] }));
  assert.deepEqual(session.own?.pending, []);
  assert.equal(shown(session), STARTED.board);
});

test("a welcome that has less than was confirmed, or another epoch, tells of a loss", (context) => {
  const { session, sockets, last } = racing(context);
  const referee = new Referee();
  const { card, slot } = firstMove(session);
  assert.equal(session.act({ card, slot }), null);
  const act = session.own?.pending[0];
  assert.ok(act);
  sockets[0].tell(referee.act(1, act.action));
  const room = roomView(RACE);
  sockets[0].tell(welcome({ room, started: STARTED, games: [referee.view()] }));
  assert.equal(last.hasLost, false);
  sockets[0].tell(welcome({ room, started: STARTED, games: [new Referee().view()] }));
  assert.equal(last.hasLost, true);
  assert.equal(session.own?.optimistic.game.n, 0);
  sockets[0].tell(welcome({ room, started: STARTED, games: [new Referee().view()] }));
  assert.equal(last.hasLost, false);
  sockets[0].tell(welcome({ room, started: STARTED, games: [new Referee().view()], epoch: 5 }));
  assert.equal(last.hasLost, true);
});

test("a seed answers each commitment once, and again over a new connection", (context) => {
  const { sockets } = racing(context);
  const seeds = () => sockets[0].sent.filter((command) => command.t === "seed");
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  assert.deepEqual(seeds(), []);
  sockets[0].tell({ t: "room", room: { ...roomView(null, 2), commitment: one } });
  sockets[0].tell({ t: "room", room: { ...roomView(null, 3), commitment: one, seeds: 1 } });
  const [first] = seeds();
  assert.equal(first.commitment, one);
  assert.match(first.seed, /^[0-9a-f]{32}$/);
  assert.deepEqual(seeds(), [first]);
  sockets[0].tell(welcome({ room: { ...roomView(null, 4), commitment: one } }));
  assert.deepEqual(seeds(), [first, first]);
  sockets[0].tell({ t: "room", room: { ...roomView(null, 5), commitment: other } });
  const [, , next] = seeds();
  assert.equal(next.commitment, other);
  assert.notEqual(next.seed, first.seed);
});

test("a rematch that is wanted while the connection is lost is asked for after it, once", async (context) => {
  const { session, sockets } = racing(context);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  sockets[0].onclose?.({ code: 1006, reason: "" });
  assert.equal(session.send({ t: "rematch" }), false);
  context.mock.timers.runAll();
  sockets[1].onopen?.();
  sockets[1].tell(welcome());
  sockets[1].tell(welcome());
  assert.equal(sockets[1].sent.filter(({ t }) => t === "rematch").length, 1);
});
