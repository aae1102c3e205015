import { parseAction } from "../rules/actions.js";
import { every, onAbort } from "../ui/timers.js";

/** @import { RoomSession } from "../room/session.js" */

/** Slower than the server's limit of commands (ms). */
const STEP_MS = 70;

/**
 * Begin a game with the actions of another one on the same deal, so that it goes on from its position. Whoever plays
 * meanwhile takes over. @param {string[]} actions @param {RoomSession} session @param {AbortSignal} signal of the screen
 */
export function playAhead(actions, session, signal) {
  const over = new AbortController();
  onAbort(signal, () => over.abort());
  let n = 0;
  const step = () => {
    const { own } = session;
    if (!own) return;
    if (n === actions.length || own.optimistic.game.n !== n) return over.abort();
    const code = session.act(parseAction(actions[n]));
    if (!code) n++;
    else if (code !== "wait") over.abort();
  };
  every(STEP_MS, step, over.signal);
}
