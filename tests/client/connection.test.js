import assert from "node:assert/strict";
import test from "node:test";
import { ServerClock } from "../../client/net/clock.js";
import { Connection } from "../../client/net/connection.js";
import { PROTOCOL } from "../../client/net/protocol.js";
import { welcome } from "./stage.js";

/** @import { Event } from "../../client/net/wire.js" */

/** @param {import("node:test").TestContext} context @param {(event: Event) => void} [onEvent] */
function connected(context, onEvent = () => {}) {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  /** @type {any[]} */
  const sockets = [];
  /** @type {string[]} */
  const states = [];
  const clock = { now: 0 };
  const connection = new Connection({
    url: "ws://test",
    isSpectator: false,
    onEvent,
    onState: (state, bye) => states.push(bye ? `${state}: ${bye.code}` : state),
    connect: () => {
      sockets.push({
        sent: [],
        send: (/** @type {string} */ text) => sockets.at(-1).sent.push(JSON.parse(text)),
        close() {},
      });
      return sockets.at(-1);
    },
    random: () => 1,
    now: () => clock.now,
  });
  const tell = (/** @type {Event} */ event) => sockets.at(-1).onmessage({ data: JSON.stringify(event) });
  const tick = (/** @type {number} */ ms) => {
    clock.now += ms;
    context.mock.timers.tick(ms);
  };
  context.after(() => connection.close());
  return { connection, sockets, states, tell, tick };
}

test("it says hello first, and nothing else before the welcome", (context) => {
  const { connection, sockets, tell } = connected(context);
  assert.equal(connection.send({ t: "ready" }), false);
  sockets[0].onopen();
  assert.deepEqual(sockets[0].sent, [{ t: "hello", protocol: PROTOCOL, watch: false }]);
  tell(welcome());
  assert.equal(connection.send({ t: "ready" }), true);
  assert.equal(connection.state, "open");
});

/** Be at an address. @param {import("node:test").TestContext} context @param {string} pathname */
function at(context, pathname) {
  const { location } = globalThis;
  Object.assign(globalThis, { location: { pathname } });
  context.after(() => Object.assign(globalThis, { location }));
}

/** What a page at some address has opened and received before its scripts are there. @param {string} path */
function opened(path) {
  const socket = { readyState: 1, isClosed: false, send() {}, close: () => (socket.isClosed = true) };
  Object.assign(globalThis, { early: { path, socket, received: [{ data: JSON.stringify(welcome()) }] } });
  return socket;
}

test("it takes over what its page has opened, with what was received until then", async (context) => {
  at(context, "/r/ABCDEFGH");
  opened("/r/ABCDEFGH");
  /** @type {string[]} */
  const events = [];
  const { connection, sockets } = connected(context, ({ t }) => events.push(t));
  assert.deepEqual(events, []); // not before whoever made the connection has it
  await null;
  assert.deepEqual([sockets.length, events, connection.state], [0, ["welcome"], "open"]);
});

test("what its page has opened is closed at another address, and not taken if it broke", (context) => {
  at(context, "/r/ABCDEFGH");
  const elsewhere = opened("/w/ABCDEFGH");
  assert.equal(connected(context).sockets.length, 1);
  assert.equal(elsewhere.isClosed, true);
  context.mock.timers.reset();
  opened("/r/ABCDEFGH").readyState = 3;
  assert.equal(connected(context).sockets.length, 1);
});

test("it comes back, waiting longer each time, and starts short again after a welcome", (context) => {
  const { sockets, states, tell, tick } = connected(context);
  for (const wait of [150, 300, 600]) {
    sockets.at(-1).onclose({ code: 1006, reason: "" });
    assert.equal(states.at(-1), "waiting");
    const count = sockets.length;
    tick(wait - 1);
    assert.equal(sockets.length, count);
    tick(1);
    assert.equal(sockets.length, count + 1);
  }
  tell(welcome());
  sockets.at(-1).onclose({ code: 4501, reason: "restarting" });
  tick(150);
  assert.equal(states.at(-1), "connecting");
});

test("it never waits longer than five seconds", (context) => {
  const { sockets, tick } = connected(context);
  for (let i = 0; i < 12; i++) {
    sockets.at(-1).onclose({ code: 1006, reason: "" });
    tick(5000);
  }
  assert.equal(sockets.length, 13);
});

test("it stays away after a final bye", (context) => {
  const { sockets, states, tell, tick } = connected(context);
  tell({ t: "bye", code: "kicked", message: "", retry: false });
  sockets[0].onclose({ code: 4405, reason: "kicked" });
  tick(60000);
  assert.deepEqual([states.at(-1), sockets.length], ["closed: kicked", 1]);
});

test("a close code of the kind that stops is enough", (context) => {
  const { sockets, states } = connected(context);
  sockets[0].onclose({ code: 4404, reason: "room_not_found" });
  assert.equal(states.at(-1), "closed: room_not_found");
});

test("a client of another protocol than the server's stays away, so that its page can ask to be reloaded", (context) => {
  const { sockets, states, tell, tick } = connected(context);
  tell({ t: "bye", code: "unknown_protocol", message: "", retry: false });
  sockets[0].onclose({ code: 4426, reason: "unknown_protocol" });
  tick(60000);
  assert.deepEqual([states.at(-1), sockets.length], ["closed: unknown_protocol", 1]);
});

test("it retries at once when the network is back", (context) => {
  const { connection, sockets } = connected(context);
  sockets[0].onclose({ code: 1006, reason: "" });
  connection.wake();
  assert.equal(sockets.length, 2);
});

test("it connects once, although the network goes while it waits", (context) => {
  const { connection, sockets, tick } = connected(context);
  for (let i = 0; i < 8; i++) {
    sockets.at(-1).onclose({ code: 1006, reason: "" });
    tick(5000);
  }
  sockets.at(-1).onclose({ code: 1006, reason: "" });
  tick(1000);
  connection.options.random = () => 0;
  connection.reconnect();
  const count = sockets.length;
  tick(10_000);
  assert.equal(sockets.length, count + 1);
});

test("an event that does not follow makes it connect anew", (context) => {
  context.mock.method(console, "warn", () => {});
  const { sockets, tell, tick } = connected(context, (event) => {
    if (event.t === "acted") throw new Error("out of step");
  });
  tell(welcome());
  tell({ t: "acted", game: "", n: 5, action: "undo", ms: 1 });
  tick(150);
  assert.equal(sockets.length, 2);
});

test("it pings several times at first, then now and then, and gives up a silent connection", (context) => {
  const { sockets, states, tell, tick } = connected(context);
  tell(welcome());
  for (let i = 0; i < 10; i++) tell({ t: "pong", sent: 0, now: 0 });
  const pings = () => sockets[0].sent.filter((/** @type {any} */ { t }) => t === "ping").length;
  assert.equal(pings(), 5);
  tick(8000);
  assert.equal(pings(), 6);
  tick(8000);
  tick(8000);
  assert.equal(states.at(-1), "waiting");
});

test("the clock believes the ping that was quickest", () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  clock.guess(5000);
  assert.equal(clock.now(), 5000);
  now = 300;
  clock.sample(0, 10_000);
  assert.equal(clock.now(), 10_150);
  now = 320;
  clock.sample(300, 20_000);
  assert.equal(clock.now(), 20_010);
  now = 1320;
  clock.sample(320, 20_600);
  assert.equal(clock.now(), 21_010);
});

test("a clock that stood still while the computer slept is measured anew by the first ping", () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  for (let i = 0; i < 8; i++) {
    now += 20;
    clock.sample(now - 20, 1_000 + now);
  }
  now += 60; // a minute, in truth
  clock.sample(now - 40, 61_000 + now);
  assert.equal(clock.now(), 61_020 + now);
});

test("a slow answer alone does not move the clock", () => {
  let now = 0;
  const clock = new ServerClock(() => now);
  now = 20;
  clock.sample(0, 1_010);
  now = 4_020;
  clock.sample(20, 5_000); // nearly all of its time was on the way back
  assert.equal(clock.now(), 5_020);
});

test("a page that wakes asks at once whether anybody is there, and connects anew after three seconds", (context) => {
  const { connection, sockets, states, tell, tick } = connected(context);
  tell(welcome());
  const pings = sockets[0].sent.length;
  connection.wake();
  assert.equal(sockets[0].sent.length, pings + 1);
  tick(2_999);
  assert.equal(states.at(-1), "open");
  tick(1);
  assert.equal(states.at(-1), "waiting");
  tick(150);
  assert.equal(sockets.length, 2);
});

test("a page that wakes keeps a connection that answers", (context) => {
  const { connection, sockets, tell, tick } = connected(context);
  tell(welcome());
  connection.wake();
  tick(100);
  tell({ t: "pong", sent: 0, now: 1 });
  tick(7_000);
  assert.equal(sockets.length, 1);
});

test("it comes back to a server that is full when that asks for it, and knows why it waits", (context) => {
  const { connection, sockets, states, tell, tick } = connected(context);
  const full = { code: "too_many_connections", message: "Too many.", retry: true, retry_after_s: 30 };
  tell({ t: "bye", ...full });
  sockets[0].onclose({ code: 4505, reason: full.code });
  assert.equal(states.at(-1), "waiting");
  assert.equal(connection.bye?.code, full.code);
  tick(30_000);
  assert.equal(sockets.length, 1);
  tick(150);
  assert.equal(sockets.length, 2);
  assert.equal(connection.bye, null);
});
