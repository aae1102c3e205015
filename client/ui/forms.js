import { begins, h } from "./dom.js";
import { select } from "./fields.js";
import { row } from "./parts.js";

/** @import { Props } from "./dom.js" */

/** A field below its name. @type {(text: string, field: HTMLElement) => HTMLLabelElement} */
export const labelled = (text, field) => h("label", text, field);

/** A choice that is sent as `name`, below its name; `valueText` names its values. @type {<T extends string | number>(text: string, name: string, values: readonly T[], valueText: (value: T) => string, chosen?: string | number | null, props?: Props) => HTMLLabelElement} */
export const choice = (text, name, values, valueText, chosen, props = {}) =>
  labelled(text, select(values, valueText, chosen, { name, ...props }));

/** A line that has to be filled in, and is sent as `name`. @type {(name: string, props?: Props) => HTMLInputElement} */
export const lineInput = (name, props = {}) =>
  h("input", { name, required: true, autocomplete: "off", ...props });

/**
 * A form of fields that have names, and the button that sends their values. The caller gives the type of these.
 * @template Values @param {Child[]} parts @param {string} text of the button @param {(values: Values) => unknown} send @param {string} [level] of the button
 * @returns {HTMLFormElement}
 */
export function formOf(parts, text, send, level = "btn") {
  const submit = row(h("button", { class: level }, text));
  /** @type {HTMLFormElement} */
  const form = h("form.stack", { onsubmit: begins(() => send(valuesOf(form))) }, ...parts, submit);
  return form;
}

/** The values of the fields of a form, by their names: a number, or null, where numbers are chosen from. @template Values @param {HTMLFormElement} form @returns {Values} */
function valuesOf({ elements }) {
  const named = /** @type {HTMLInputElement[]} */ ([...elements]).filter(({ name }) => name);
  const values = named.map(({ checked, dataset, name, type, value }) => {
    const number = value === "" ? null : Number(value);
    return [name, type === "checkbox" ? checked : dataset.number === undefined ? value : number];
  });
  return Object.fromEntries(values);
}
