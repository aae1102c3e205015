import { PROTOCOL } from "./protocol.js";

/**
 * What every page begins while its other scripts are on their way.
 *
 * A room is connected to, and greeted: `connection.js` takes the connection over, with what was received until then.
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
