import { PROTOCOL } from "./protocol.js";

/** @typedef {{ path: string, socket: WebSocket, received: MessageEvent[] }} Early */
/** @typedef {"connecting" | "open" | "waiting" | "closed"} ConnectionState closed: for good */

const MIN_RETRY_DELAY_MS = 150;
const MAX_RETRY_DELAY_MS = 5000;
const PING_INTERVAL_MS = 8000;
/** A connection on which nothing is received for this long is given up. */
const SILENCE_TIMEOUT_MS = 20000;
/** The same after the page has woken: a connection may have died meanwhile without a word. */
const WAKE_TIMEOUT_MS = 3000;
/** How many pings follow the welcome at once, to measure the clock. */
const CLOCK_SAMPLES = 5;
/** Close codes after which the server does not want the client back. */
const [FIRST_FINAL_CODE, LAST_FINAL_CODE] = [4400, 4499];

/**
 * The options of a connection; all after the first four have the browser's own as default.
 * @typedef {{
 *   url: string,
 *   isSpectator: boolean,
 *   onEvent: (event: wire.Event) => void,  // throws if the event does not follow: then it connects anew
 *   onState: (state: ConnectionState, bye: wire.Bye | null) => void,
 *   seen?: () => Partial<wire.Hello>,  // the last that was seen of the room
 *   connect?: (url: string) => WebSocket,
 *   random?: () => number,
 *   now?: () => number,
 * }} Options
 */

/** A connection to a room. It comes back by itself until it is closed, by this side or for good by the server. */
export class Connection {
  /** @type {ConnectionState} */ state = "connecting";
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {wire.Bye | null} */ #bye = null;
  #attempts = 0;
  #pings = 0;
  #lastEventAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #retryTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #probeTimer;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #pingTimer;

  /** @param {Options} options */
  constructor(options) {
    this.options = {
      connect: (/** @type {string} */ url) => new WebSocket(url),
      random: Math.random,
      now: () => performance.now(),
      ...options,
    };
    this.#open();
  }

  /** Why the server ended the connection that is waited for, if it said so. */
  get bye() {
    return this.#bye;
  }

  /** Send a command if the connection is open; return whether it is. @param {wire.Command} command */
  send(command) {
    if (this.state !== "open") return false;
    this.#socket?.send(JSON.stringify(command));
    return true;
  }

  /** The network is back, or the page is looked at again: retry at once if it waits, or else see whether anybody is there. */
  wake() {
    if (this.state === "open") this.#probe();
    if (this.state !== "waiting") return;
    this.#attempts = 0;
    this.#open();
  }

  /** Ask for a sign of life, which also measures the clock anew, and connect anew without one. */
  #probe() {
    const socket = this.#socket;
    const before = this.#lastEventAt;
    clearTimeout(this.#probeTimer);
    this.#probeTimer = setTimeout(() => {
      if (this.#socket === socket && this.#lastEventAt === before) this.reconnect();
    }, WAKE_TIMEOUT_MS);
    this.#ping();
  }

  /** Drop the connection and make a new one: the state is out of step, or the network has gone. */
  reconnect() {
    if (this.state === "closed") return;
    this.#drop();
    this.#wait();
  }

  /** Close for good. The seat in the room stays. */
  close() {
    this.#drop();
    this.state = "closed";
  }

  #open() {
    clearTimeout(this.#retryTimer);
    this.#setState("connecting");
    const { connect, url, isSpectator, now } = this.options;
    const early = takeEarly();
    const socket = early?.socket ?? connect(url);
    this.#socket = socket;
    this.#bye = null;
    this.#pings = 0;
    this.#lastEventAt = now();
    /** @type {wire.Hello} */
    const hello = { t: "hello", protocol: PROTOCOL, watch: isSpectator, ...this.options.seen?.() };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    // Events that were received already are handled once the caller knows this connection.
    if (early) queueMicrotask(() => early.received.map((event) => socket.onmessage?.(event)));
    else socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onclose = ({ code, reason }) => this.#onClose(code, reason);
    this.#pingTimer = setInterval(() => this.#checkSilence(), PING_INTERVAL_MS);
  }

  #drop() {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#probeTimer);
    clearInterval(this.#pingTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {wire.Event} event */
  #receive(event) {
    this.#lastEventAt = this.options.now();
    if (event.t === "welcome") {
      this.#attempts = 0;
      this.state = "open";
    }
    if (event.t === "bye") this.#bye = event;
    try {
      this.options.onEvent(event);
    } catch (error) {
      console.warn(error);
      return this.reconnect();
    }
    if (event.t === "welcome") this.#setState("open");
    if (event.t === "welcome" || (event.t === "pong" && this.#pings < CLOCK_SAMPLES)) this.#ping();
  }

  #ping() {
    this.#pings++;
    this.send({ t: "ping", sent: this.options.now() });
  }

  #checkSilence() {
    if (this.options.now() - this.#lastEventAt > SILENCE_TIMEOUT_MS) this.reconnect();
    else this.#ping();
  }

  /** @param {number} code @param {string} reason */
  #onClose(code, reason) {
    this.#drop();
    if (!this.#bye && code >= FIRST_FINAL_CODE && code <= LAST_FINAL_CODE)
      this.#bye = { t: "bye", code: reason, message: reason, retry: false };
    if (this.#bye && !this.#bye.retry) this.#setState("closed", this.#bye);
    else this.#wait();
  }

  /** Wait longer after each attempt, and differently in each client; at least as long as the server asks for. */
  #wait() {
    const longest = Math.min(MIN_RETRY_DELAY_MS * 2 ** this.#attempts++, MAX_RETRY_DELAY_MS);
    const delay = longest * (0.5 + 0.5 * this.options.random());
    this.#retryTimer = setTimeout(() => this.#open(), (this.#bye?.retry_after_s ?? 0) * 1000 + delay);
    this.#setState("waiting");
  }

  /** @param {ConnectionState} state @param {wire.Bye | null} [bye] */
  #setState(state, bye = null) {
    this.state = state;
    this.options.onState(state, bye);
  }
}

/** Take over the connection that this address has opened (`early.js`), unless it is closed. @returns {Early | null} */
function takeEarly() {
  const page = /** @type {{ early?: Early | null }} */ (globalThis);
  const { early } = page;
  if (!early) return null;
  page.early = null;
  if (early.path === location.pathname && early.socket.readyState < WebSocket.CLOSING) return early;
  early.socket.close();
  return null;
}
