/** @import { BroadcastState } from "./state.js" */
/** The game that is large, since when (ms of the page), whether a spectator has chosen it, and else why it is, as text. @typedef {{ id: string, since: number, isPinned: boolean, why?: string }} Focus */
/** What the director wants to be large. @typedef {{ id: string, why: string }} Wanted */

/** A board stays large for so long at least (ms). */
const MIN_HOLD_MS = 3000;
/** A win stays large for so long (ms). */
export const WIN_HOLD_MS = 5000;

/** @type {Focus} */
export const NO_FOCUS = { id: "", since: -Infinity, isPinned: false };

/**
 * The game that is large: the chosen one; one that was just won; else what the director wants or, without a director, the
 * best one that still runs. None stays for less than `MIN_HOLD_MS`.
 * @type {(before: Focus, state: BroadcastState, now: number, winner?: string, wanted?: Wanted) => Focus}
 */
export function focusOn(before, { entries }, now, winner = "", wanted = undefined) {
  const current = entries.find(({ id }) => id === before.id);
  if (current && before.isPinned) return before;
  const isHeld = now - before.since < (current?.isWon ? WIN_HOLD_MS : MIN_HOLD_MS);
  if (winner) return { id: winner, since: now, isPinned: false };
  if (current && isHeld) return before;
  const running = entries.find(({ isWon, isOut }) => !isWon && !isOut);
  const { id, why } = wanted ?? { id: (running ?? entries[0])?.id ?? "", why: "" };
  if (id !== before.id) return { id, since: now, isPinned: false, why };
  return why === before.why ? before : { ...before, why };
}
