// node load.js colyseus|boardgame PORT CONNECTIONS WARM_UP_S MEASURED_S
// Each connection has a game of its own, and makes its next move when the last one is answered. Prints «begins» when the
// measured time begins, and at its end {"count", "p50_ms", "p99_ms"}.

import { move } from "./rules.js";

const [kind, port, connections, warmUpS, measuredS] = process.argv.slice(2);
const latencies = [];
let stopped = false;

/** Send move after move. `connect` gets a function to call with the number of each answered move, and returns one that sends. */
async function player(connect) {
  let n = 0;
  let sent = 0;
  const next = () => {
    if (stopped) return;
    n += 1;
    sent = performance.now();
    send(n, move(n));
  };
  const send = await connect((answered) => {
    if (answered !== n) return;
    latencies.push(performance.now() - sent);
    next();
  });
  return next;
}

const CONNECT = {
  async colyseus() {
    const { Client } = await import("@colyseus/sdk");
    const client = new Client(`http://127.0.0.1:${port}`);
    return async (answered) => {
      const room = await client.create("game");
      room.onMessage("moved", ({ n }) => answered(n));
      room.onError((code, message) => fail(`${code} ${message}`));
      return (n, { card, to }) => room.send("move", { n, card, to });
    };
  },

  async boardgame() {
    const { io } = await import("socket.io-client");
    let matches = 0;
    return async (answered) => {
      const match = `match-${++matches}`;
      const socket = io(`http://127.0.0.1:${port}/game`, { transports: ["websocket"], forceNew: true });
      socket.on("update", (_, state) => answered(state._stateID));
      socket.on("connect_error", (error) => fail(error.message));
      await new Promise((resolve) => {
        socket.once("sync", resolve);
        socket.on("connect", () => socket.emit("sync", match, "0", undefined, 1));
      });
      return (n, { card, to }) => {
        const payload = { type: "play", args: [card, to], playerID: "0", credentials: undefined };
        socket.emit("update", { type: "MAKE_MOVE", payload }, n - 1, match, "0");
      };
    };
  },
};

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

const seconds = (count) => new Promise((resolve) => setTimeout(resolve, 1000 * count));
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

const connect = await CONNECT[kind]();
const starts = [];
for (let number = 0; number < Number(connections); number++) starts.push(await player(connect));
for (const start of starts) start();
await seconds(warmUpS);
latencies.length = 0;
console.log("begins");
await seconds(measuredS);
stopped = true;
const sorted = latencies.toSorted((a, b) => a - b);
console.log(
  JSON.stringify({ count: sorted.length, p50_ms: quantile(sorted, 0.5), p99_ms: quantile(sorted, 0.99) }),
);
process.exit(0);
