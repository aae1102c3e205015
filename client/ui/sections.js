import { button, h } from "./dom.js";
import { toast } from "./say.js";
import { cell } from "./table.js";

/** @import { Child } from "./dom.js" */
/** @import { Column } from "./table.js" */
/**
 * Rows that belong together, between what is above and below them.
 * @template T
 * @typedef {{ rows: readonly T[], title?: Child, foot?: Child }} Section
 */

/**
 * A table in sections, whose headings explain themselves.
 * @template T
 * @param {(Column<T> | false)[]} columns what is false is left out
 * @param {Section<T>[]} sections
 * @param {(row: T) => string} rowClass
 */
export function tableOf(columns, sections, rowClass) {
  const shown = columns.filter((column) => column !== false);
  const headings = shown.map((column) => h("th", { scope: "col", class: column.class }, heading(column)));
  const across = { colspan: shown.length };
  const bodies = sections.map(({ rows, title, foot }) =>
    h(
      "tbody",
      title && h("tr.title", h("th", { scope: "rowgroup", ...across }, title)),
      ...rows.map((row) => h("tr", { class: rowClass(row) }, ...shown.map((column) => cell(column, row)))),
      foot && h("tr", h("td.foot", across, foot)),
    ),
  );
  return h("table.leaderboard", h("thead", h("tr", ...headings)), ...bodies);
}

/** A heading that says what it means, to the mouse and to the finger. @template T @param {Column<T>} column */
const heading = ({ head, help }) =>
  help ? button(head, () => toast(help), { class: "head", title: help }) : head;
