import { findCard, formatCard } from "./cards.js";
import { RulesError } from "./errors.js";

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
function findAction(text) {
  if (text === "shuffle" || text === "undo" || text === "redo" || text === "resign") return text;
  const [, name, slot] = text.match(/^(..)@(0|[1-9][0-9]*)$/) ?? [];
  const card = findCard(name);
  return card ? { card, slot: Number(slot) } : null;
}

/** @typedef {{ action: Action, ms: number }} Token an action and the milliseconds since the start */

/**
 * The tokens of a transcript, each read only when it is asked for; whether time goes on is not checked here.
 * @throws {RulesError} bad_transcript, at the number of the action
 * @type {(text: string) => Generator<Token, void>}
 */
export function* readTranscript(text) {
  for (const [i, word] of text ? text.split(" ").entries() : []) yield parseToken(word, i + 1);
}

/** @type {(text: string, n: number) => Token} */
function parseToken(text, n) {
  const [, name = "", ms] = text.match(/^([^:]*):(0|[1-9][0-9]{0,11})$/) ?? [];
  const action = findAction(name);
  if (!action) throw new RulesError("bad_transcript", text, n);
  return { action, ms: Number(ms) };
}
