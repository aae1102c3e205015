import { h } from "../../ui/dom.js";
import { loadStyles } from "../../ui/load.js";
import { read, write } from "../../ui/preferences.js";

/**
 * The table and the cards that the player has chosen, kept in this browser.
 * @typedef {{ table: "green" | "blue" | "wine" | "slate", back: "stripes" | "diamonds" | "dots", face: "plain" | "bold" }} Looks
 */

const KEY = "gaprace.looks";
/** What can be chosen; the first of each is what there is without a choice. @type {{ [K in keyof Looks]: Looks[K][] }} */
export const LOOKS = {
  table: ["green", "blue", "wine", "slate"],
  back: ["stripes", "diamonds", "dots"],
  face: ["plain", "bold"],
};

/** @type {Looks} */
export const looks = { table: "green", back: "stripes", face: "plain", ...read(KEY) };

/** Give tables and cards the look that was chosen. */
async function applyLooks() {
  Object.assign(document.documentElement.dataset, looks);
  await loadStyles("screens/you/looks.css").catch(() => {});
  document.dispatchEvent(new Event("preferences"));
}

/** @template {keyof Looks} K @param {K} key @param {Looks[K]} value */
export function setLook(key, value) {
  looks[key] = value;
  write(KEY, looks);
  return applyLooks();
}

void applyLooks();

/** A small table with a deck and two cards, as they look now. */
export const sample = () =>
  h("div.looks-sample", { "aria-hidden": "true" }, h("span.back"), card(2, "2"), card(3, "3"));

/** @type {(suit: number, rank: string) => HTMLElement} */
const card = (suit, rank) => h("span", { class: `front suit-${suit}` }, rank);
