import { t } from "../i18n/index.js";
import { button, h } from "./dom.js";
import { toastError } from "./errors.js";

/**
 * Fill an element with a list, page by page: a button loads what is earlier.
 * @template Item
 * @param {Element} place
 * @param {(after: string) => Promise<{ items: Item[], next?: string | null }>} load
 * @param {(item: Item) => HTMLElement} item @param {string} empty what is said if there is nothing
 */
export async function showPages(place, load, item, empty) {
  const list = h("ul", { class: "list" });
  const more = h("div", { class: "row" });
  const show = async (/** @type {string} */ after) => {
    more.replaceChildren();
    const { items, next } = await load(after);
    list.append(...items.map(item));
    if (!list.childElementCount) list.append(h("li", { class: "soft" }, empty));
    if (next) more.append(button(t("earlier"), () => show(next).catch(toastError), { class: "btn small" }));
  };
  place.append(list, more);
  await show("");
}
