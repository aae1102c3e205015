import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { classOf, moreText } from "../race/state.js";
import { h, morph } from "../ui/dom.js";
import { KeyedList } from "../ui/lists.js";
import { boxesOf, slide } from "./slide.js";

/** A bar, with the number; ✓ and ✗ are proven. @type {(chance: number | null) => HTMLElement} */
function chanceCell(chance) {
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

/** With more players than this, it is better to see all of them than all figures of each. */
const MANY = 6;

/** The ranking: exactly the numbers that the order is made by. A click on a game shows it large. */
export class Ranking {
  #chanceHead = h("span.chance-head", { hidden: true });
  #showsChances = false;
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

  /** Show win probabilities from now on, where they are known: then the texts for them are there. */
  showChances() {
    this.#chanceHead.textContent = t("chanceShort");
    this.#showsChances = true;
  }

  /** @param {Entry[]} entries best first @param {string} focus the game that is large */
  render(entries, focus) {
    const hasChances = this.#showsChances && entries.some(({ chance }) => chance !== null);
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
      (row, entry) => {
        const button = /** @type {HTMLElement} */ (row.firstElementChild);
        button.className = classOf(entry.rank === 1 ? "rank-row first" : "rank-row", entry);
        button.setAttribute("aria-pressed", String(entry.id === focus));
        button.title = t("pinBoard", { name: entry.name });
        morph(button, ...cells(entry, hasChances));
      },
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

/** @type {(entry: Entry, hasChances: boolean) => Child[]} */
const cells = ({ chance, isWon, locked, moves, name, rank, reachedMs, shuffles, ...state }, hasChances) => [
  h("span.place.figure", rank || "–"),
  " ",
  h("span.who", { dir: "auto" }, name),
  " ",
  h("span.more", moreText({ ...state, shuffles })),
  " ",
  hasChances && chanceCell(chance),
  " ",
  h("span.count.figure", isWon ? "★" : locked),
  h("span.visually-hidden", t("laneMore", { moves, shuffles })),
  " ",
  h("span.numbers", timeText(reachedMs)),
];
