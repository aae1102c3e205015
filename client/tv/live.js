import { Broadcast } from "../broadcast/broadcast.js";
import { RoomSession } from "../race/session.js";

/** @import { Staff } from "../broadcast/view.js" */
/** @import { Channel } from "./television.js" */

/** A race that runs, as its spectators see it. @implements {Channel} */
export class LiveChannel {
  id = "";
  #hasFailed = false;

  /** @param {string} code of the room @param {AbortSignal} signal */
  constructor(code, signal) {
    this.code = code;
    this.session = new RoomSession(code, {
      Game: null,
      signal,
      onEvent: (event) => this.broadcast?.follow(performance.now(), event),
      onState: (state, bye) => (this.#hasFailed ||= state === "closed" && !!bye),
    });
    this.broadcast = new Broadcast(this.session.replica, this.session.clock);
  }

  get delayS() {
    return this.broadcast.delayS;
  }

  get shown() {
    const { focus, state } = this.broadcast;
    const { variant } = this.session.replica;
    return state && variant ? { focus, state, variant } : null;
  }

  /** @param {number} now */
  step(now) {
    return this.broadcast.step(now);
  }

  /** @param {number} now */
  isOver(now) {
    return this.#hasFailed || this.broadcast.isOver(now);
  }

  /** @param {string} id @param {number} now */
  pick(id, now) {
    if (id) this.broadcast.pin(id, now);
    else this.broadcast.unpin();
  }

  /** @param {Staff} staff */
  employ(staff) {
    Object.assign(this.broadcast, staff);
  }
}
