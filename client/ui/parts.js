import { h } from "./dom.js";

/** The parts that pages are made of. */

/** @import { Child } from "./dom.js" */

/** A box with a heading. @param {Child} title @param {Child[]} children */
export const panel = (title, ...children) => h("section.panel", h("h2", title), ...children);

/** A heading without a box. @param {Child} title @param {Child[]} children */
export const plain = (title, ...children) => h("section.plain", h("h2", title), ...children);

/** One below the other. @param {Child[]} children */
export const stack = (...children) => h("div.stack", ...children);

/** One beside the other, as far as there is room. @param {Child[]} children */
export const row = (...children) => h("div.row", ...children);

/** A list, one item a line. @param {Child[]} items */
export const list = (...items) => h("ul.list", ...items);

/** What is shown when its summary is pressed. @param {Child} summary @param {Child[]} children */
export const folded = (summary, ...children) => h("details", h("summary", summary), ...children);

/** What may be wider than the page, such as a table. @param {Child[]} children */
export const scrollable = (...children) => h("div.scroll-x", ...children);

/** What explains something, small and quiet. @param {Child[]} text */
export const note = (...text) => h("p.small.soft", ...text);

/** A word about something, in a frame. @param {Child[]} text */
export const tag = (...text) => h("span.tag", ...text);
