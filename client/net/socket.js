/** @import { Bye, Command, Event, Hello } from "./messages.js" */
/** @typedef {"connecting" | "open" | "waiting" | "closed"} LinkState closed: for good */

export const PROTOCOL = 2;
const FIRST_WAIT_MS = 150;
const LONGEST_WAIT_MS = 5000;
const PING_MS = 8000;
/** A connection on which nothing was heard for so long is given up. */
const SILENCE_MS = 20000;
const SAMPLES = 5;
const STOP_CODES = [4400, 4499];

/**
 * What a link needs; all but the first three have the browser's own as default.
 * @typedef {{
 *   url: string,
 *   hello: () => Hello,
 *   take: (event: Event) => void,  // throws when the event does not follow: the link is made anew
 *   told?: (state: LinkState, bye: Bye | null) => void,
 *   connect?: (url: string) => WebSocket,
 *   random?: () => number,
 *   now?: () => number,
 * }} Options
 */

/** A connection to a room that comes back by itself until it is closed or sent away. */
export class Link {
  /** @type {LinkState} */ state = "connecting";
  /** Milliseconds from sending to answering, of the last ping. */ roundTrip = 0;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Bye | null} */ #bye = null;
  #attempts = 0;
  #pings = 0;
  #heardAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #beat;

  /** @param {Options} options */
  constructor(options) {
    this.options = {
      told: () => {},
      connect: (/** @type {string} */ url) => new WebSocket(url),
      random: Math.random,
      now: () => performance.now(),
      ...options,
    };
    this.#open();
  }

  /** Sends a command if the connection stands; says whether it did. @param {Command} command */
  say(command) {
    if (this.state !== "open") return false;
    this.#socket?.send(JSON.stringify(command));
    return true;
  }

  /** Comes back at once, if it is not there: the network is back, or somebody looks. */
  hurry() {
    if (this.state !== "waiting") return;
    this.#attempts = 0;
    this.#open();
  }

  /** Connects anew: what is known is out of step, or the network has gone. */
  renew() {
    if (this.state === "closed") return;
    this.#drop();
    this.#wait();
  }

  /** Closes for good; the seat stays. */
  close() {
    this.#drop();
    clearTimeout(this.#timer);
    this.state = "closed";
  }

  #open() {
    clearTimeout(this.#timer);
    this.#tell("connecting");
    const { connect, url, hello, now } = this.options;
    const socket = connect(url);
    this.#socket = socket;
    this.#bye = null;
    this.#pings = 0;
    this.#heardAt = now();
    socket.onopen = () => socket.send(JSON.stringify(hello()));
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code, reason }) => this.#closed(code, reason);
    this.#beat = setInterval(() => this.#pulse(), PING_MS);
  }

  #drop() {
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {Event} event */
  #hear(event) {
    this.#heardAt = this.options.now();
    if (event.t === "welcome") {
      this.#attempts = 0;
      this.state = "open";
    }
    if (event.t === "bye") this.#bye = event;
    try {
      this.options.take(event);
    } catch (error) {
      console.warn(error);
      return this.renew();
    }
    if (event.t === "welcome") this.#tell("open");
    if (event.t === "pong") this.roundTrip = this.options.now() - event.sent;
    if (event.t === "welcome" || (event.t === "pong" && this.#pings < SAMPLES)) this.#ping();
  }

  #ping() {
    this.#pings++;
    this.say({ t: "ping", sent: this.options.now() });
  }

  #pulse() {
    if (this.options.now() - this.#heardAt > SILENCE_MS) this.renew();
    else this.#ping();
  }

  /** @param {number} code @param {string} reason */
  #closed(code, reason) {
    this.#drop();
    const [first, last] = STOP_CODES;
    if (!this.#bye && code >= first && code <= last)
      this.#bye = { t: "bye", code: reason, message: reason, retry: false };
    if (this.#bye && !this.#bye.retry) this.#tell("closed", this.#bye);
    else this.#wait();
  }

  #wait() {
    const longest = Math.min(FIRST_WAIT_MS * 2 ** this.#attempts++, LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.#open(), longest * (0.5 + 0.5 * this.options.random()));
    this.#tell("waiting");
  }

  /** @param {LinkState} state @param {Bye | null} [bye] */
  #tell(state, bye = null) {
    this.state = state;
    this.options.told(state, bye);
  }
}
