import { begins, h } from "./dom.js";
import { row } from "./parts.js";

/** A field below what it is called. @type {(text: string, field: HTMLElement) => HTMLLabelElement} */
export const labelled = (text, field) => h("label", text, field);

/** A form of fields that have names, and the button that sends what they hold. @type {(parts: Child[], text: string, send: (values: any) => unknown, level?: string) => HTMLFormElement} */
export function formOf(parts, text, send, level = "btn") {
  const submit = row(h("button", { class: level }, text));
  /** @type {HTMLFormElement} */
  const form = h("form.stack", { onsubmit: begins(() => send(valuesOf(form))) }, ...parts, submit);
  return form;
}

/** What the fields of a form hold, by their names: a number, or null, where numbers are chosen from. @param {HTMLFormElement} form */
function valuesOf({ elements }) {
  const named = /** @type {HTMLInputElement[]} */ ([...elements]).filter(({ name }) => name);
  return Object.fromEntries(
    named.map(({ checked, dataset, name, type, value }) => {
      const number = value === "" ? null : Number(value);
      return [name, type === "checkbox" ? checked : dataset.number === undefined ? value : number];
    }),
  );
}
