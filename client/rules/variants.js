import { RulesError } from "./errors.js";

/**
 * A named set of rules: pure data.
 * @typedef {Readonly<{
 *   name: string,
 *   columns: number,       // slots in each of the four rows, and the top rank
 *   shuffles: number,
 *   shuffle_when: "any_time" | "stuck" | null,    // null: there is no redeal
 *   keeps: "locked_runs" | "complete_rows" | "nothing" | null,
 *   gaps_after_shuffle: "random" | "after_run" | null,
 *   placed_twos: boolean,  // the 2s start in the left column
 *   right_fill: boolean,   // a gap also takes the card one lower than its right neighbour
 * }>} Variant
 */

/**
 * A name; or a custom variant: the name and the changed values.
 * @typedef {string | { name: string, shuffles?: number, right_fill?: boolean }} VariantData
 */

/**
 * @type {(name: string, columns: number, shuffles: number, when: Variant["shuffle_when"],
 *   keeps: Variant["keeps"], gaps: Variant["gaps_after_shuffle"], placed_twos?: boolean) => Variant}
 */
const row = (name, columns, shuffles, shuffle_when, keeps, gaps_after_shuffle, placed_twos = false) => ({
  name,
  columns,
  shuffles,
  shuffle_when,
  keeps,
  gaps_after_shuffle,
  placed_twos,
  right_fill: false,
});

export const VARIANTS = [
  row("addiction", 13, 3, "any_time", "locked_runs", "random"),
  row("gaps", 13, 2, "stuck", "locked_runs", "after_run"),
  row("montana", 13, 2, "stuck", "locked_runs", "after_run", true),
  row("spaces", 13, 2, "stuck", "nothing", "random"),
  row("paganini", 13, 3, "stuck", "complete_rows", "after_run"),
  row("strict", 13, 0, null, null, null),
  row("mini", 7, 1, "stuck", "locked_runs", "after_run"),
];

export const DEFAULT_VARIANT = VARIANTS[0].name;

/** Whether a custom variant may have this change. @type {(field: [string, unknown]) => boolean} */
const isChange = ([name, value]) =>
  name === "shuffles"
    ? /^[0-9]$/.test(JSON.stringify(value))
    : name === "right_fill" && typeof value === "boolean";

/**
 * The variant of a name, or of a custom variant's data.
 * @throws {RulesError} bad_variant, also for shuffles where the variant has no redeal
 * @type {(data: unknown) => Variant}
 */
export function parseVariant(data) {
  const { name, ...changes } = Object(typeof data === "string" ? { name: data } : data);
  const base = VARIANTS.find((variant) => variant.name === name);
  const known = base && Object.entries(changes).every(isChange);
  if (!known || (base.shuffle_when === null && changes.shuffles)) throw new RulesError("bad_variant", data);
  return { ...base, ...changes };
}

/**
 * The variant of a message: a value that the message leaves out has its default.
 * @throws {RulesError} bad_variant
 * @type {(choice: { name?: string, shuffles?: number | null, right_fill?: boolean | null }) => Variant}
 */
export const variantOf = ({ name = DEFAULT_VARIANT, shuffles, right_fill }) =>
  parseVariant({ name, ...(shuffles != null && { shuffles }), ...(right_fill != null && { right_fill }) });
