import { findCard, formatCard } from "./cards.js";
import { RulesError } from "./errors.js";

/** @import { Move } from "./board.js" */
/** @typedef {Move | "shuffle" | "undo" | "redo" | "resign"} Action */

/** @type {(action: Action) => string} */
export const formatAction = (action) =>
  typeof action === "string" ? action : `${formatCard(action.card)}@${action.slot}`;

/** @throws {RulesError} bad_action @type {(text: string) => Action} */
export function parseAction(text) {
  const action = findAction(text);
  if (!action) throw new RulesError("bad_action", text);
  return action;
}

/** @type {(text: string) => Action | null} */
export function findAction(text) {
  if (text === "shuffle" || text === "undo" || text === "redo" || text === "resign") return text;
  const [, name, slot] = text.match(/^(..)@(0|[1-9][0-9]*)$/) ?? [];
  const card = findCard(name);
  return card ? { card, slot: Number(slot) } : null;
}
