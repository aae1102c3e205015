import { Link, PROTOCOL } from "../net/socket.js";
import { parseAction } from "../rules/actions.js";
import { ServerClock } from "./clock.js";
import { Sight } from "./sight.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { OwnGame } from "./own.js" */
/** @import { Bye, Command, Event } from "../net/messages.js" */
/** @import { LinkState } from "../net/socket.js" */

/** How long to wait before sending again what came too fast. */
const AGAIN_MS = 600;

/** A room as one is in it: what is seen of it, one's own game, the clock, the connection. */
export class Session {
  sight = new Sight();
  clock = new ServerClock();
  /** @type {OwnGame | null} */ own = null;

  /**
   * @param {string} code
   * @param {typeof OwnGame | null} Own what keeps one's own game; null: be a spectator
   * @param {(event: Event) => void} hear called with every event, after it was taken in
   * @param {(state: LinkState, bye: Bye | null) => void} told
   * @param {object} [options] of the link, for tests
   */
  constructor(code, Own, hear, told, options = {}) {
    this.Own = Own;
    this.hear = hear;
    const origin = typeof location === "undefined" ? "http://test" : location.origin;
    this.link = new Link({
      url: `${origin.replace(/^http/, "ws")}/ws/rooms/${code}`,
      hello: () => ({ t: "hello", protocol: PROTOCOL, watch: !Own }),
      take: (event) => this.#take(event),
      told,
      ...options,
    });
  }

  /** @param {Command} command */
  say(command) {
    return this.link.say(command);
  }

  /** Does something in one's own game, at once; gives why not, or null. @type {(action: Action) => string | null} */
  act(action) {
    if (!this.own) return "no_race";
    const code = this.own.refusal(action);
    if (!code) this.link.say(this.own.act(action));
    return code;
  }

  /** @param {Event} event */
  #take(event) {
    const before = event.t === "acted" ? (this.sight.games.get(event.game)?.n ?? 0) : 0;
    this.sight.take(event);
    if (event.t === "pong") this.clock.sample(event.sent, event.now);
    else this.#follow(event, before);
    if (event.t === "welcome") this.#welcomed(event.now);
    this.hear(event);
  }

  /** @param {Event} event @param {number} before the number of the game before an action */
  #follow(event, before) {
    const { mine, variant } = this.sight;
    const board = mine && this.sight.boards.get(mine.game);
    if (!this.Own || !mine || !variant || !board) {
      this.own = null;
      return;
    }
    const { own } = this;
    if (own?.id !== mine.game) this.own = new this.Own(mine, board, variant);
    else if (event.t === "acted") {
      if (event.game === own.id && event.n > before) own.acted(event, parseAction(event.action), mine, board);
    } else if (event.t === "refused" && event.command === "act") this.#refused(own, event);
    if (this.own && (event.t === "welcome" || (event.t === "snapshot" && event.game.game === mine.game)))
      this.own.know(mine, board);
  }

  /** @param {OwnGame} own @param {Extract<Event, { t: "refused" }>} refused */
  #refused(own, refused) {
    const outcome = own.refused(refused);
    if (outcome === "again") setTimeout(() => this.#resend(), AGAIN_MS);
    const { mine } = this.sight;
    const board = mine && this.sight.boards.get(mine.game);
    if (outcome === "rolled back" && mine && board) own.know(mine, board);
    this.rolledBack = outcome === "rolled back";
  }

  /** Whether the refusal that was heard last took something back. */
  rolledBack = false;

  /** @param {number} now */
  #welcomed(now) {
    this.clock.guess(now);
    this.#resend();
  }

  #resend() {
    for (const act of this.own?.pending ?? []) this.link.say(act);
  }
}
