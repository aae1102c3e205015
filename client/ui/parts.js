import { button, h, propsOf } from "./dom.js";
import { toastError } from "./say.js";

/** The parts that pages are made of. */

/** A box with a heading. @param {Child} title @param {Child[]} children */
export const panel = (title, ...children) => h("section.panel", h("h2", title), ...children);

/** A page that is one panel, in its middle if it is small. @param {string} title @param {Child[]} children */
export const panelPage = (title, ...children) =>
  h("div.page.middle", h("section.panel", h("h1", title), ...children));

/** A heading without a box. @param {Child} title @param {Child[]} children */
export const plain = (title, ...children) => h("section.plain", h("h2", title), ...children);

/** One below the other. @param {Child[]} children */
export const stack = (...children) => h("div.stack", ...children);

/** One beside the other, as far as there is room. @param {Child[]} children */
export const row = (...children) => h("div.row", ...children);

/** A list, one item a line. @param {Child[]} items */
export const list = (...items) => h("ul.list", ...items);

/** Content that is shown when its summary is pressed. @param {Child} summary @param {Child[]} children */
export const folded = (summary, ...children) => h("details", h("summary", summary), ...children);

/** An explanation, small and quiet. @param {Child[]} text */
export const note = (...text) => h("p.small.soft", ...text);

/** A word about something, in a frame. @param {Child[]} text */
export const tag = (...text) => h("span.tag", ...text);

/** The subject of an item of a list: its name, and facts below that. @param {Child} title @param {Child[]} facts */
export const about = (title, ...facts) => h("span.grow", title, h("br"), h("span.small.soft", ...facts));

/** An item of a list: its subject, and the elements beside that; `key` tells it apart. @type {(key: string, title: Child, facts: Child, ...more: Child[]) => HTMLLIElement} */
export const item = (key, title, facts, ...more) =>
  h("li", { "data-key": key }, about(title, facts), ...more);

/** A button that opens a dialog. @type {(label: Child | Child[], open: () => unknown, look?: Look, name?: string) => HTMLButtonElement} */
export const opener = (label, open, look = {}, name = undefined) =>
  button(label, open, { "aria-haspopup": "dialog", ...propsOf(look, label, name) });

/** Let something be filled when it is unfolded first. @type {<T extends HTMLElement>(details: T, fill: () => Promise<unknown>) => T} */
export function filledLater(details, fill) {
  details.addEventListener("toggle", () => fill().catch(toastError), { once: true });
  return details;
}
