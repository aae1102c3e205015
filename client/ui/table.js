import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */
/**
 * A column: its heading, and what is in its cell of a row. `isName`: text that is aligned left, and may be the heading
 * of its row. `class` is of all its cells.
 * @template T
 * @typedef {{ head: Child, cell: (row: T) => Child | Child[], class?: string, isRowHead?: boolean }} Column
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
  return h("table", { class: name }, h("thead", {}, h("tr", {}, ...headings)), h("tbody", {}, ...body));
}

/** @template T @param {Column<T>} column @param {T} row */
function cell({ cell, class: name, isRowHead }, row) {
  const content = cell(row);
  const children = Array.isArray(content) ? content : [content];
  return isRowHead
    ? h("th", { scope: "row", class: name }, ...children)
    : h("td", { class: name }, ...children);
}
