import { PROTOCOL } from "./protocol.js";

/**
 * The first steps of every page, while its other scripts are on their way.
 *
 * It connects to a room and greets it: `connection.js` takes the connection over, with the events received until then.
 */
const path = location.pathname;
const [, route, code] = path.split("/");
if (code && (route === "r" || route === "w")) {
  // A browser that wants whole addresses here does without.
  const socket = new WebSocket(`/ws/rooms/${code}`);
  /** @type {MessageEvent[]} */
  const received = [];
  socket.onopen = () => socket.send(JSON.stringify({ t: "hello", protocol: PROTOCOL, watch: route === "w" }));
  socket.onmessage = (event) => received.push(event);
  Object.assign(globalThis, { early: { path, socket, received } });
}

/** The first number and the first date cost a browser ten milliseconds. */
const { lang } = document.documentElement;
(0).toLocaleString(lang);
new Date(0).toLocaleDateString(lang);
