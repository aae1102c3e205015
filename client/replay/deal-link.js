import { parseAction } from "../rules/actions.js";
import { DEFAULT_VARIANT, parseVariant } from "../rules/variants.js";

/** @import { VariantData } from "../rules/variants.js" */

/** The link that recreates a starting deal with its rules. @type {(code: string, choice: wire.VariantChoice) => string} */
export function dealPath(code, { name = DEFAULT_VARIANT, shuffles, right_fill }) {
  const query = new URLSearchParams({ v: name });
  if (shuffles != null) query.set("shuffles", String(shuffles));
  if (right_fill) query.set("fill", "right");
  return `/d/${code}?${query}`;
}

/** The variant of such a link, by its query. @throws {RulesError} bad_variant @type {(search: string) => wire.VariantChoice} */
export function choiceOf(search) {
  const query = new URLSearchParams(search);
  const shuffles = query.get("shuffles");
  const choice = {
    name: query.get("v") ?? DEFAULT_VARIANT,
    ...(shuffles !== null && { shuffles: Number(shuffles) }),
    ...(query.get("fill") === "right" && { right_fill: true }),
  };
  parseVariant(choice);
  return choice;
}

/** The link that replays a line of moves, `6D@27 7D@28`, on a deal. @type {(code: string, choice: wire.VariantChoice, line: string) => string} */
export const linePath = (code, choice, line) =>
  `${dealPath(code, choice)}&line=${line.trim().replace(/\s+/g, ".")}`;

/** The moves of such a link, by its query. @throws {RulesError} bad_action @type {(search: string) => Action[]} */
export const lineOf = (search) =>
  (new URLSearchParams(search).get("line") ?? "").split(".").filter(Boolean).map(parseAction);
