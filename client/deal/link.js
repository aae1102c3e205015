import { parseAction } from "../rules/actions.js";
import { parseVariant } from "../rules/variants.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { VariantData } from "../rules/variants.js" */
/** @import { VariantChoice } from "../net/messages.js" */

/** The link that recreates a starting deal, custom rules and all. @type {(code: string, choice: VariantChoice) => string} */
export function dealPath(code, { name = "addiction", shuffles, right_fill }) {
  const query = new URLSearchParams({ v: name });
  if (shuffles != null) query.set("shuffles", String(shuffles));
  if (right_fill) query.set("fill", "right");
  return `/d/${code}?${query}`;
}

/** What such a link says of the rules. @throws {RulesError} bad_variant @type {(search: string) => VariantChoice} */
export function choiceOf(search) {
  const query = new URLSearchParams(search);
  const shuffles = query.get("shuffles");
  const choice = {
    name: query.get("v") ?? "addiction",
    ...(shuffles !== null && { shuffles: Number(shuffles) }),
    ...(query.get("fill") === "right" && { right_fill: true }),
  };
  parseVariant(choice);
  return choice;
}

/** The link that plays a line of moves, `6D@27 7D@28`, on a deal. @type {(code: string, choice: VariantChoice, line: string) => string} */
export const linePath = (code, choice, line) =>
  `${dealPath(code, choice)}&line=${line.trim().replace(/\s+/g, ".")}`;

/** The moves of such a link. @throws {RulesError} bad_action @type {(search: string) => Action[]} */
export const lineOf = (search) =>
  (new URLSearchParams(search).get("line") ?? "").split(".").filter(Boolean).map(parseAction);
