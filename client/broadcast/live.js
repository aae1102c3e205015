import { RoomSession } from "../race/session.js";
import { Broadcast } from "./broadcast.js";

/** The broadcast of a room to a page that is no part of it: television, or an overlay of a stream. */
export class LiveBroadcast extends Broadcast {
  id = "";
  /** Why the room has closed. @type {wire.Bye | null} */ bye = null;

  /** @param {string} code of the room @param {AbortSignal} signal of the page @param {(event: wire.Event) => void} [onEvent] */
  constructor(code, signal, onEvent) {
    const session = new RoomSession(code, {
      OwnGame: null,
      signal,
      onEvent: (event) => {
        this.follow(performance.now(), event);
        onEvent?.(event);
      },
      onState: (state, bye) => {
        if (state === "closed") this.bye = bye;
      },
    });
    super(session.replica, session.clock);
    this.code = code;
  }

  /** @override @param {number} now */
  isOver(now) {
    return !!this.bye || super.isOver(now);
  }
}
