import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { moreText } from "../race/state.js";
import { h, morph } from "../ui/dom.js";
import { KeyedList } from "../ui/lists.js";
import { boxesOf, slide } from "../ui/motion.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Entry } from "./state.js" */

/** A bar, with the number; ✓ and ✗ are proven. @type {(chance: number | null) => HTMLElement} */
export function chanceCell(chance) {
  if (chance === null) return h("span.chance");
  const percent = Math.round(100 * chance);
  const isProven = chance === 0 || chance === 1;
  const spoken = isProven ? t(chance ? "winProven" : "lossProven") : t("winChance", { percent });
  return h(
    "span",
    { class: `chance${isProven ? " proven" : ""}`, title: spoken, "--win": `${percent}%` },
    h("span.numbers", { "aria-hidden": "true" }, isProven ? (chance ? "✓" : "✗") : `${percent}%`),
    h("span.bar", { "aria-hidden": "true" }),
    h("span.visually-hidden", spoken),
  );
}

/** Draws a win probability. @typedef {(chance: number | null) => HTMLElement} ChanceCell */

/** Of more players than this it is better to see all than all that is known of each. */
const MANY = 6;

/** The ranking: exactly the numbers that the order is made by. A click on a game shows it large. */
export class Ranking {
  #chanceHead = h("span.chance-head", { hidden: true });
  /** Loaded later. @type {ChanceCell | null} */ #chanceCell = null;
  #list = h("ol.ranks");
  /** @type {KeyedList<Entry>} */ #rows = new KeyedList(this.#list, ({ id, colour }) =>
    h("li", h("button", { type: "button", "--hue": hueOf(colour), onclick: () => this.onPick(id) })),
  );
  element = h(
    "section.ranking.panel",
    { "aria-label": t("ranking") },
    h("div.rank-row.heads.small.soft", { "aria-hidden": "true" }, ...heads(this.#chanceHead)),
    this.#list,
  );

  /** @param {(id: string) => void} onPick */
  constructor(onPick) {
    this.onPick = onPick;
  }

  /** Show win probabilities from now on, where they are known. @param {string} head @param {ChanceCell} cell */
  showChances(head, cell) {
    this.#chanceHead.textContent = head;
    this.#chanceCell = cell;
  }

  /** @param {Entry[]} entries best first @param {string} focus the game that is large */
  render(entries, focus) {
    const hasChances = this.#chanceCell !== null && entries.some(({ chance }) => chance !== null);
    this.element.classList.toggle("with-chances", hasChances);
    // Not `:has()`: with it, each change of a row is a new style for all rows.
    this.element.classList.toggle("many", entries.length > MANY);
    this.#chanceHead.toggleAttribute("hidden", !hasChances);
    const before = this.#rows.ids;
    const isMoved = String(entries.map(({ id }) => id)) !== String(before);
    const boxes = isMoved && before.length ? boxesOf(this.#rows.elements) : new Map();
    this.#rows.draw(
      entries,
      ({ board, steps, ...facts }) => [facts, facts.id === focus, hasChances],
      (row, entry) => drawRow(row, entry, entry.id === focus, hasChances ? this.#chanceCell : null),
    );
    if (!isMoved) return;
    this.#rows.arrange(entries);
    slide(this.#rows.elements, boxes);
  }
}

/** @type {(chance: HTMLElement) => HTMLElement[]} */
const heads = (chance) => [
  h("span.place", "#"),
  h("span", t("player")),
  h("span"),
  chance,
  h("span", t("cardsShort")),
  h("span", t("reachedShort")),
];

/** @type {(row: HTMLElement, entry: Entry, isLarge: boolean, chanceCell: ChanceCell | null) => void} */
function drawRow(row, entry, isLarge, chanceCell) {
  const button = /** @type {HTMLElement} */ (row.firstElementChild);
  button.className = rowClass(entry);
  button.setAttribute("aria-pressed", String(isLarge));
  button.title = t("pinBoard", { name: entry.name });
  morph(button, ...cells(entry, chanceCell));
}

/** @type {(entry: Entry) => string} */
const rowClass = ({ awayS, isMine, isOut, isStuck, isWon, rank }) =>
  [
    "rank-row",
    isMine && "me",
    rank === 1 && "first",
    (isOut || awayS !== null) && "out",
    isStuck && "stuck",
    isWon && "won",
    !rank && "idle",
  ]
    .filter(Boolean)
    .join(" ");

/** @type {(entry: Entry, chanceCell: ChanceCell | null) => Child[]} */
const cells = ({ chance, isWon, locked, moves, name, rank, reachedMs, shuffles, ...state }, chanceCell) => [
  h("span.place.figure", rank || "–"),
  " ",
  h("span.who", { dir: "auto" }, name),
  " ",
  h("span.more", moreText({ ...state, shuffles })),
  " ",
  chanceCell?.(chance),
  " ",
  h("span.count.figure", isWon ? "★" : locked),
  h("span.visually-hidden", t("laneMore", { moves, shuffles })),
  " ",
  h("span.numbers", timeText(reachedMs)),
];
