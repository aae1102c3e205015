/** @import { BroadcastState } from "./state.js" */

/** Whether a key is meant for a field or a dialog, or for the browser. @param {KeyboardEvent} event */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  !!(/** @type {HTMLElement} */ (target).closest("input, select, textarea, dialog"));

/** The game that a key makes large: a digit the one of that place, Escape none ("": the usual choice). @type {(event: KeyboardEvent, state: BroadcastState | null | undefined) => string | null} */
export function pickedBy(event, state) {
  if (isTyping(event)) return null;
  if (event.key === "Escape") return "";
  return (/^[1-9]$/.test(event.key) && state?.entries[Number(event.key) - 1]?.id) || null;
}
