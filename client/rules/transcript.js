import { findAction } from "./actions.js";
import { RulesError } from "./errors.js";

/** @import { Action } from "./actions.js" */
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
