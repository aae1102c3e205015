import { t } from "../i18n/index.js";
import { button, h } from "./dom.js";
import { row } from "./parts.js";
import { toast } from "./say.js";

/**
 * A column: its heading, and the content of its cell in a row, which may be the heading of that. `help` is said when the heading is pressed.
 * `class` is of all its cells.
 * @template T
 * @typedef {{ head: Child, cell: (row: T) => Child | Child[], help?: string, class?: string, isRowHead?: boolean }} Column
 */
/**
 * Rows that belong together, between those above and below them.
 * @template T
 * @typedef {{ rows: readonly T[], title?: Child, foot?: Child }} Section
 */

/**
 * A table, one row an entry of `rows`.
 * @template T
 * @param {(Column<T> | false)[]} columns those that are false are left out
 * @param {readonly T[]} rows
 * @param {{ class?: string, me?: string }} [options] `me`: the player whose row is marked
 */
export const table = (columns, rows, options) => sectionedTable(columns, [{ rows }], options);

/** The same in sections. @template T @param {(Column<T> | false)[]} columns @param {Section<T>[]} sections @param {{ class?: string, me?: string }} [options] */
export function sectionedTable(columns, sections, { class: name, me } = {}) {
  const shown = columns.filter((column) => column !== false);
  const headings = shown.map(({ class: name, head, help }) => {
    // It tells its meaning, to the mouse and to the finger.
    const said = help ? button(head, () => toast(help), { class: "head", title: help }) : head;
    return h("th", { scope: "col", class: name }, said);
  });
  const across = { colspan: shown.length };
  const line = (/** @type {T} */ row) =>
    h(
      "tr",
      { class: me && /** @type {any} */ (row).player === me ? "me" : "" },
      ...shown.map(({ cell, class: name, isRowHead }) =>
        h(isRowHead ? "th" : "td", { scope: isRowHead && "row", class: name }, ...[cell(row)].flat()),
      ),
    );
  const bodies = sections.map(({ rows, title, foot }) =>
    h(
      "tbody",
      title && h("tr.title", h("th", { scope: "rowgroup", ...across }, title)),
      ...rows.map(line),
      foot && h("tr", h("td.foot", across, foot)),
    ),
  );
  // It may be wider than the page.
  return h("div.scroll-x", h("table", { class: name }, h("thead", h("tr", ...headings)), ...bodies));
}

/**
 * Fill an element with a list, page by page: a button loads earlier items.
 * @template Item
 * @param {Element} place
 * @param {(after: string) => Promise<{ items: Item[], next?: string | null }>} load
 * @param {(item: Item) => HTMLElement} item @param {string} empty the text if there is nothing
 */
export async function showPages(place, load, item, empty) {
  const list = h("ul.list");
  const more = row();
  const show = async (/** @type {string} */ after) => {
    const { items, next } = await load(after);
    list.append(...items.map(item));
    if (!list.childElementCount) list.append(h("li.soft", h("span.grow", empty)));
    more.replaceChildren(...(next ? [button(t("earlier"), () => show(next), "btn small")] : []));
  };
  place.append(list, more);
  await show("");
}
