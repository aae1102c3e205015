import { onAbort } from "../ui/timers.js";
import { Connection } from "./connection.js";
import { RoomReplica } from "./replica.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { PredictedGame } from "../race/predicted-game.js" */
/** @import { Bye, Command, Event, GameView } from "./messages.js" */
/** @import { Company } from "../room/company.js" */
/** @import { ConnectionState } from "./connection.js" */

/** When actions are sent again that the server could not take (ms). */
const RESEND_DELAY_MS = 600;
/** The pings that the clock is measured by. */
const MAX_CLOCK_SAMPLES = 8;

/**
 * What an event comes to for the own game.
 * @typedef {object} Outcome
 * @property {boolean} rolledBack whether it took back what was shown already
 * @property {boolean} hasLost whether the server has lost what it had confirmed
 */
/**
 * What a session needs besides the code of its room.
 * @typedef {{
 *   Game: typeof PredictedGame | null,  // null: be a spectator
 *   onEvent: (event: Event, outcome: Outcome) => void,  // after the event was applied
 *   onState: (state: ConnectionState, bye: Bye | null) => void,
 *   signal: AbortSignal,
 *   connection?: object,  // options of the connection, for tests
 * }} Options
 */

/** A room as its visitor has it: the replica, the own game, the clock and the connection. */
export class RoomSession {
  replica = new RoomReplica();
  clock = new ServerClock();
  /** @type {PredictedGame | null} */ own = null;

  /** @param {string} code @param {Options} options */
  constructor(code, options) {
    this.options = options;
    const origin = typeof location === "undefined" ? "http://test" : location.origin;
    this.connection = new Connection({
      url: `${origin.replace(/^http/, "ws")}/ws/rooms/${code}`,
      isSpectator: !options.Game,
      onEvent: (event) => this.#receive(event),
      onState: options.onState,
      ...options.connection,
    });
    onAbort(options.signal, () => this.close());
  }

  close() {
    clearTimeout(this.#resendTimer);
    this.connection.close();
  }

  /** Those who are met here, once the chat has loaded that. @type {Company | null} */ company = null;

  /** Send a command; return whether the connection is open. @param {Command} command */
  send(command) {
    return this.connection.send(command);
  }

  /** Do an action in the own game, at once. Return why it is refused, or null. @type {(action: Action) => string | null} */
  act(action) {
    if (!this.own) return "no_race";
    const code = this.own.refusal(action);
    if (!code) this.send(this.own.act(action));
    return code;
  }

  /** @param {Event} event */
  #receive(event) {
    const before = this.replica.ownGame;
    this.replica.apply(event);
    if (event.t === "pong") this.clock.sample(event.sent, event.now);
    const rolledBack = event.t !== "pong" && this.#follow(event) === "rolled back";
    const hasLost = event.t === "welcome" && this.#hasLost(event.epoch, before);
    if (event.t === "welcome") {
      this.clock.guess(event.now);
      this.#resend();
    }
    this.options.Game?.contribute(this, event);
    this.options.onEvent(event, { rolledBack, hasLost });
  }

  /** The own seeds for draws, by the commitment that was there first. @type {Map<string, string>} */
  seeds = new Map();

  /** The epoch of the last welcome. @type {number | undefined} */ #epoch;

  /** Whether actions are gone that were confirmed before this welcome. @type {(epoch: number, before: GameView | null) => boolean} */
  #hasLost(epoch, before) {
    const { ownGame } = this.replica;
    const isNewEpoch = this.#epoch !== undefined && this.#epoch !== epoch;
    this.#epoch = epoch;
    return isNewEpoch || (!!before && before.game === ownGame?.game && ownGame.n < before.n);
  }

  /** Bring the own game up to date, once the replica is. @param {Event} event */
  #follow(event) {
    const { ownGame, variant, boards } = this.replica;
    const { Game } = this.options;
    const board = ownGame && boards.get(ownGame.game);
    if (!Game || !ownGame || !variant || !board) {
      this.own = null;
      return null;
    }
    if (this.own?.id !== ownGame.game) this.own = new Game(ownGame, board, variant);
    const outcome = this.own.follow(event, ownGame, board);
    if (outcome !== "resend") return outcome;
    // All at once, however many of them were refused.
    clearTimeout(this.#resendTimer);
    this.#resendTimer = setTimeout(() => this.#resend(), RESEND_DELAY_MS);
    return outcome;
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resendTimer;

  #resend() {
    for (const act of this.own?.pending ?? []) this.send(act);
  }
}

/** The server's clock, measured by pings: the sample with the shortest round trip is the best. */
export class ServerClock {
  /** @type {{ roundTrip: number, offset: number }[]} */ #samples = [];
  #localNow;

  /** @param {() => number} [localNow] milliseconds since some instant */
  constructor(localNow = () => performance.now()) {
    this.#localNow = localNow;
    this.guess(Date.now());
  }

  /** Take a time that the server sent, before anything is measured. @param {number} serverNow */
  guess(serverNow) {
    this.#samples = [{ roundTrip: Infinity, offset: serverNow - this.#localNow() }];
  }

  /** Learn from one ping: its local time, and the server's when it was answered. @param {number} sent @param {number} serverNow */
  sample(sent, serverNow) {
    const received = this.#localNow();
    const roundTrip = received - sent;
    const offset = serverNow + roundTrip / 2 - received;
    this.#samples = [...this.#samples, { roundTrip, offset }].slice(-MAX_CLOCK_SAMPLES);
  }

  /** The server's time: milliseconds since 1970. */
  now() {
    const best = this.#samples.reduce((a, b) => (b.roundTrip <= a.roundTrip ? b : a));
    return Math.round(this.#localNow() + best.offset);
  }
}
