import { t } from "../i18n/index.js";
import { button, h } from "./dom.js";
import { row } from "./parts.js";
import { toastError } from "./say.js";

/** @import { Child } from "./dom.js" */

/**
 * A column: its heading, and what is in its cell of a row. `isName`: text that is aligned left, and may be the heading
 * of its row. `help` is said when the heading is pressed. `class` is of all its cells.
 * @template T
 * @typedef {{ head: Child, cell: (row: T) => Child | Child[], help?: string, class?: string, isRowHead?: boolean }} Column
 */

/**
 * A table, one row an entry of `rows`.
 * @template T
 * @param {(Column<T> | false)[]} columns what is false is left out
 * @param {readonly T[]} rows
 * @param {{ class?: string, rowClass?: (row: T) => string }} [options]
 */
export function table(columns, rows, { class: name, rowClass = () => "" } = {}) {
  const shown = columns.filter((column) => column !== false);
  const headings = shown.map((column) => h("th", { scope: "col", class: column.class }, column.head));
  const body = rows.map((row) =>
    h("tr", { class: rowClass(row) }, ...shown.map((column) => cell(column, row))),
  );
  return h("table", { class: name }, h("thead", h("tr", ...headings)), h("tbody", ...body));
}

/** @template T @param {Column<T>} column @param {T} row */
export function cell({ cell, class: name, isRowHead }, row) {
  const content = cell(row);
  const children = Array.isArray(content) ? content : [content];
  return isRowHead
    ? h("th", { scope: "row", class: name }, ...children)
    : h("td", { class: name }, ...children);
}

/**
 * Fill an element with a list, page by page: a button loads what is earlier.
 * @template Item
 * @param {Element} place
 * @param {(after: string) => Promise<{ items: Item[], next?: string | null }>} load
 * @param {(item: Item) => HTMLElement} item @param {string} empty what is said if there is nothing
 */
export async function showPages(place, load, item, empty) {
  const list = h("ul.list");
  const more = row();
  const show = async (/** @type {string} */ after) => {
    more.replaceChildren();
    const { items, next } = await load(after);
    list.append(...items.map(item));
    if (!list.childElementCount) list.append(h("li.soft", h("span.grow", empty)));
    if (next) more.append(button(t("earlier"), () => show(next).catch(toastError), { class: "btn small" }));
  };
  place.append(list, more);
  await show("");
}
