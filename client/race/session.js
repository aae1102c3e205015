import { becomeKnown } from "../net/api.js";
import { ServerClock } from "../net/clock.js";
import { Connection } from "../net/connection.js";
import { RoomReplica } from "../net/replica.js";

/** @import { ConnectionState } from "../net/connection.js" */
/** @import { PredictedGame } from "./predicted-game.js" */

/**
 * The people who are met in a room: told apart by tags, and left alone if they are blocked (`room/company.js`).
 * @typedef {object} Company
 * @property {(player: string) => boolean} isBlocked
 * @property {(person: Named) => string} labelOf a name, with a tag if somebody in the room has a name like it
 * @property {(person: Named, line?: string) => HTMLElement} nameOf a name that opens the dialog about somebody
 * @property {(member: wire.Member) => HTMLElement | false} hostButtons actions of the host, or a co-host, on another member
 */

/** When actions are sent again that the server could not take (ms). */
const RESEND_DELAY_MS = 600;

/**
 * The effect of an event on the own game.
 * @typedef {object} Outcome
 * @property {boolean} rolledBack whether it took back what was shown already
 * @property {boolean} hasLost whether the server has lost what it had confirmed
 */
/**
 * The options of a session besides the code of its room.
 * @typedef {{
 *   OwnGame: typeof PredictedGame | null,  // null: be a spectator
 *   onEvent: (event: wire.Event, outcome: Outcome) => void,  // after the event was applied
 *   onState: (state: ConnectionState, bye: wire.Bye | null) => void,
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
      isSpectator: !options.OwnGame,
      onEvent: (event) => this.#receive(event),
      onState: options.onState,
      seen: () => {
        const { room, ownGame } = this.replica;
        return { version: room?.version, game: ownGame?.game, n: ownGame?.n };
      },
      ...options.connection,
    });
    options.signal.addEventListener("abort", () => this.close(), { once: true });
  }

  close() {
    clearTimeout(this.#resendTimer);
    this.connection.close();
  }

  /** The people who are met here, once the chat has loaded this. @type {Company | null} */ company = null;

  /** Send a command; return whether the connection is open. @param {wire.Command} command */
  send(command) {
    if (this.replica.you && !this.replica.you.seated) this.#latest = command;
    const isSent = this.connection.send(command);
    if (!isSent && (command.t === "ready" || command.t === "rematch")) this.#postponed = command;
    return isSent;
  }

  /** The last command of a spectator. @type {wire.Command | null} */ #latest = null;
  /** The command to send after the next welcome. @type {wire.Command | null} */ #postponed = null;

  /** Come back as a guest, since a visitor has done something. @param {wire.Event & { t: "refused" }} refused */
  async #comeAsGuest(refused) {
    this.#postponed = this.#latest;
    try {
      await becomeKnown();
      this.connection.reconnect();
    } catch (/** @type {any} */ { code, message }) {
      this.options.onEvent({ ...refused, code, message }, { rolledBack: false, hasLost: false });
    }
  }

  /** Do an action in the own game, at once. Return why it is refused, or null. @type {(action: Action) => string | null} */
  act(action) {
    if (!this.own) return "no_race";
    const code = this.own.refusal(action);
    if (!code) this.send(this.own.act(action));
    return code;
  }

  /** @param {wire.Event} event */
  #receive(event) {
    if (event.t === "refused" && event.code === "no_identity") return void this.#comeAsGuest(event);
    const before = this.replica.ownGame;
    this.replica.apply(event);
    if (event.t === "pong") this.clock.sample(event.sent, event.now);
    const rolledBack = event.t !== "pong" && this.#follow(event) === "rolled back";
    const hasLost = event.t === "welcome" && this.#hasLost(event.epoch, before);
    if (event.t === "welcome") {
      this.clock.guess(event.now);
      this.#resend();
      if (this.#postponed) this.send(this.#postponed);
      this.#postponed = null;
    }
    this.options.OwnGame?.contribute(this, event);
    this.options.onEvent(event, { rolledBack, hasLost });
  }

  /** The own seeds for draws, by the commitment that was there first. @type {Map<string, string>} */
  seeds = new Map();

  /** The epoch of the last welcome. @type {number | undefined} */ #epoch;

  /** Whether actions are gone that were confirmed before this welcome. @type {(epoch: number, before: wire.GameView | null) => boolean} */
  #hasLost(epoch, before) {
    const { ownGame } = this.replica;
    const isNewEpoch = this.#epoch !== undefined && this.#epoch !== epoch;
    this.#epoch = epoch;
    return isNewEpoch || (!!before && before.game === ownGame?.game && ownGame.n < before.n);
  }

  /** Bring the own game up to date, once the replica is. @param {wire.Event} event */
  #follow(event) {
    const { ownGame, variant, boards } = this.replica;
    const { OwnGame } = this.options;
    const board = ownGame && boards.get(ownGame.game);
    if (!OwnGame || !ownGame || !variant || !board) {
      this.own = null;
      return null;
    }
    if (this.own?.id !== ownGame.game) this.own = new OwnGame(ownGame, board, variant);
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
