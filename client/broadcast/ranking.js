import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../race/places.js";
import { h, morph } from "../ui/dom.js";
import { boxesOf, slide } from "../ui/slide.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Entry } from "./state.js" */

/** The ranking: exactly the numbers that the order is made by. A click on a game shows it large. */
export class Ranking {
  /** @type {Map<string, { element: HTMLElement, button: HTMLElement, drawn: string }>} */ #rows = new Map();
  #order = "";
  #list = h("ol", { class: "ranks" });
  element = h(
    "section",
    { class: "ranking panel", "aria-label": t("ranking") },
    h("div", { class: "rank-row heads small soft", "aria-hidden": "true" }, ...heads()),
    this.#list,
  );

  /** @param {(id: string) => void} onPick */
  constructor(onPick) {
    this.onPick = onPick;
  }

  /** @param {Entry[]} entries best first @param {string} focus the game that is large */
  render(entries, focus) {
    this.element.classList.toggle(
      "with-chances",
      entries.some(({ chance }) => chance !== null),
    );
    for (const entry of entries) this.#draw(entry, entry.id === focus);
    const order = entries.map(({ id }) => id).join(" ");
    if (order === this.#order) return;
    const elements = new Map([...this.#rows].map(([id, { element }]) => [id, element]));
    const before = this.#order ? boxesOf(elements) : new Map();
    this.#order = order;
    this.#arrange(entries);
    slide(elements, before);
  }

  /** @param {Entry} entry @param {boolean} isShown */
  #draw(entry, isShown) {
    const row = this.#rows.get(entry.id) ?? this.#add(entry);
    const { board, steps, ...facts } = entry;
    const drawn = JSON.stringify([facts, isShown]);
    if (row.drawn === drawn) return;
    row.drawn = drawn;
    row.button.className = rowClass(entry);
    row.button.setAttribute("aria-pressed", String(isShown));
    row.button.title = t("pinBoard", { name: entry.name });
    morph(row.button, ...cells(entry));
  }

  /** @param {Entry} entry */
  #add({ id, seat }) {
    const button = h("button", { type: "button", "--hue": hueOf(seat), onclick: () => this.onPick(id) });
    const row = { element: h("li", {}, button), button, drawn: "" };
    this.#rows.set(id, row);
    return row;
  }

  /** Those that keep their place are not touched. @param {Entry[]} entries */
  #arrange(entries) {
    const rows = entries.map(
      ({ id }) => /** @type {{ element: HTMLElement }} */ (this.#rows.get(id)).element,
    );
    for (const [i, element] of rows.entries())
      if (this.#list.children[i] !== element)
        this.#list.insertBefore(element, this.#list.children[i] ?? null);
    while (this.#list.children.length > rows.length) this.#list.lastElementChild?.remove();
  }
}

/** @type {() => HTMLElement[]} */
const heads = () => [
  h("span", { class: "place" }, "#"),
  h("span", {}, t("player")),
  h("span", {}),
  h("span", { class: "chance" }, t("chanceShort")),
  h("span", {}, t("cardsShort")),
  h("span", {}, t("reachedShort")),
];

/** @type {(entry: Entry) => string} */
const rowClass = ({ isMine, isOut, isStuck, isWon, place }) =>
  Object.entries({
    "rank-row": true,
    me: isMine,
    first: place === 1,
    out: isOut,
    stuck: isStuck,
    won: isWon,
    idle: !place,
  })
    .filter(([, is]) => is)
    .map(([name]) => name)
    .join(" ");

/** @type {(entry: Entry) => Child[]} */
const cells = ({ chance, isOut, isStuck, isWon, locked, moves, name, place, reachedMs, shuffles }) => [
  h("span", { class: "place figure" }, place || "–"),
  " ",
  h("span", { class: "who" }, name),
  " ",
  h("span", { class: "more" }, moreText({ isOut, isStuck, shuffles })),
  " ",
  chanceCell(chance),
  " ",
  h("span", { class: "count figure" }, isWon ? "★" : locked),
  h("span", { class: "visually-hidden" }, t("laneMore", { moves, shuffles })),
  " ",
  h("span", { class: "numbers" }, timeText(reachedMs)),
];

/** A bar, with the number; ✓ and ✗ are proven. @type {(chance: number | null) => HTMLElement} */
function chanceCell(chance) {
  if (chance === null) return h("span", { class: "chance" });
  const percent = Math.round(100 * chance);
  const isProven = chance === 0 || chance === 1;
  const spoken = isProven ? t(chance ? "winProven" : "lossProven") : t("winChance", { percent });
  return h(
    "span",
    { class: `chance${isProven ? " proven" : ""}`, title: spoken, "--win": `${percent}%` },
    h("span", { class: "numbers", "aria-hidden": "true" }, isProven ? (chance ? "✓" : "✗") : `${percent}%`),
    h("span", { class: "bar", "aria-hidden": "true" }),
    h("span", { class: "visually-hidden" }, spoken),
  );
}

/** @type {(entry: Pick<Entry, "isOut" | "isStuck" | "shuffles">) => string} */
function moreText({ isOut, isStuck, shuffles }) {
  if (isOut) return t("gaveUp");
  if (isStuck) return t("stuckShort");
  return shuffles ? `↻${shuffles}` : "";
}
