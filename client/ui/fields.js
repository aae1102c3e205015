import { variantName } from "../i18n/index.js";
import { VARIANTS } from "../rules/variants.js";
import { begins, h } from "./dom.js";

/** The fields that forms are made of. */

/** @import { Props } from "./dom.js" */

/** A choice of one of several values, each with its text. @type {<T extends string | number>(values: readonly T[], text: (value: T) => string, chosen?: string | number | null, props?: Props) => HTMLSelectElement} */
export function select(values, text, chosen, props = {}) {
  const isNumber = values.some((value) => typeof value === "number");
  const options = values.map((value) => h("option", { value }, text(value)));
  const field = h("select", { "data-number": isNumber, ...props }, ...options);
  if (chosen != null) field.value = String(chosen);
  return field;
}

/** The names of all variants. */
export const VARIANT_NAMES = VARIANTS.map(({ name }) => name);

/** A choice of a variant. @type {(chosen: string, props?: Props) => HTMLSelectElement} */
export const variantSelect = (chosen, props) => select(VARIANT_NAMES, variantName, chosen, props);

/** Something to be ticked. @type {(isOn?: boolean, props?: Props) => HTMLInputElement} */
export const checkbox = (isOn = false, props = {}) =>
  h("input", { type: "checkbox", checked: isOn, ...props });

/** A number on a line from 0 to `max`. @type {(label: string, max: number, oninput: (value: number) => unknown, props?: Props) => HTMLInputElement} */
export function slider(label, max, oninput, props = {}) {
  const move = () => oninput(field.valueAsNumber);
  const look = { type: "range", min: 0, max, value: 0, "aria-label": label, oninput: move };
  /** @type {HTMLInputElement} */
  const field = h("input", { ...look, ...props });
  return field;
}

/** A field to be ticked, with its text. @param {HTMLInputElement} field @param {Child[]} text */
export const checkboxLabel = (field, ...text) => h("label.checkbox", field, ...text);

/** A field that can only be read and copied. @type {(value: string, label: string) => HTMLInputElement} */
export const copied = (value, label) => h("input", { readonly: true, value, "aria-label": label });

/** A field that names itself, in a form of one line. @type {(label: string, props?: Props) => HTMLInputElement} */
export const lineField = (label, props = {}) =>
  h("input.grow", { "aria-label": label, placeholder: label, autocomplete: "off", ...props });

/** A line to be filled in, and the button that sends it. @type {(field: HTMLInputElement, text: string, send: (value: string) => unknown, level?: string) => HTMLFormElement} */
export const lineForm = (field, text, send, level = "btn") =>
  h("form.row", { onsubmit: begins(() => send(field.value)) }, field, h("button", { class: level }, text));

/** A form for an action that is done for good, once a name has been typed in. @type {(label: string, name: string, text: string, act: (typed: string) => Promise<unknown>) => HTMLFormElement} */
export function typedToConfirm(label, name, text, act) {
  const yes = h("button.btn.danger", { disabled: true }, text);
  const isTyped = () => field.value.trim() === name;
  const field = lineField(label, { placeholder: name, oninput: () => (yes.disabled = !isTyped()) });
  return h("form.row", { onsubmit: begins(() => act(field.value.trim())) }, field, yes);
}
