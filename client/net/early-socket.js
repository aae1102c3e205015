import { PROTOCOL } from "./protocol.js";

/**
 * The first connection of a page that is a room: opened, and greeted, while the scripts of the page are on their way.
 * `connection.js` takes it over, with what was received until then.
 */
const path = location.pathname;
const [, route, code] = path.split("/");
// A browser that wants whole addresses here does without.
const socket = new WebSocket(`/ws/rooms/${code}`);
/** @type {MessageEvent[]} */
const received = [];
socket.onopen = () => socket.send(JSON.stringify({ t: "hello", protocol: PROTOCOL, watch: route === "w" }));
socket.onmessage = (event) => received.push(event);
Object.assign(globalThis, { early: { path, socket, received } });
