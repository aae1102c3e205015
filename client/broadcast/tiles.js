import { SmallBoards } from "../board/small-boards.js";
import { t } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { h } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";

/** A tile's height is its board's and that of its caption (em). */
const CAPTION_EM = 1.75;
const GAP_EM = 0.5;
/** Less high, suits cannot be told apart; less wide, nothing remains of a name (em). */
const MIN_HEIGHT_EM = 3.5;
const MIN_WIDTH_EM = 6.5;

/**
 * The largest tiles with which `count` of them fit into an area (px): their width (px), and how many stand side by side. If
 * they would be too small, their list is scrolled. `aspect`: width by height of a board; `em`: the size of the text (px).
 * @type {(area: { width: number, height: number }, count: number, aspect: number, em: number) => { width: number, columns: number }}
 */
export function tiling({ width, height }, count, aspect, em) {
  const gap = GAP_EM * em;
  const least = em * Math.max(MIN_WIDTH_EM, MIN_HEIGHT_EM * aspect);
  const across = (/** @type {number} */ columns) => (width + gap) / columns - gap;
  let best = { width: 0, columns: 1 };
  for (let columns = 1; columns <= count; columns++) {
    const down = ((height + gap) / Math.ceil(count / columns) - gap - CAPTION_EM * em) * aspect;
    const fitting = Math.floor(Math.min(across(columns), down));
    if (fitting > best.width) best = { width: fitting, columns };
  }
  if (best.width >= least) return best;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  return { width: Math.floor(across(columns)), columns };
}

/** The ratio of a small board, as in `thumbnail.css`. */
const ASPECT_OF_COLUMN = 3 / 16;

/** The small boards of all games but the large one, as large as there is room. */
export class Tiles {
  #list = h("ul.tile-list");
  /** @type {SmallBoards<Entry>} */ #boards;
  element = h("section.tiles", { "aria-label": t("otherBoards") }, this.#list);
  /** The area for the tiles, and the size of its text (px). */ #area = { width: 0, height: 0, em: 0 };
  /** @type {() => void} */ #again = () => {};

  /** @param {(id: string) => void} onPick @param {AbortSignal} signal of the screen */
  constructor(onPick, signal) {
    const tile = (/** @type {Entry} */ { id, colour }) =>
      h("button.tile", { type: "button", "--hue": hueOf(colour), onclick: () => onPick(id) });
    this.#boards = new SmallBoards(this.#list, tile, signal);
    const sizes = new ResizeObserver(([{ contentRect }]) => {
      const em = Number.parseFloat(getComputedStyle(this.#list).fontSize);
      this.#area = { width: contentRect.width, height: contentRect.height, em };
      this.#again();
    });
    sizes.observe(this.#list);
    onAbort(signal, () => sizes.disconnect());
  }

  /** The tiles that are shown, by game. @returns {Map<string, Element>} */
  get elements() {
    return this.#boards.frames;
  }

  /** @param {Entry[]} entries best first, without the large one @param {Variant} variant */
  render(entries, variant) {
    this.#again = () => this.render(entries, variant);
    this.element.toggleAttribute("hidden", !entries.length);
    const { width, height, em } = this.#area;
    const shown = width && height ? entries : [];
    const { columns, width: side } = tiling(this.#area, shown.length, variant.columns * ASPECT_OF_COLUMN, em);
    this.#list.style.gridTemplateColumns = `repeat(${columns}, ${side}px)`;
    this.#boards.draw(
      shown,
      ({ isOut, isStuck, isWon, locked, name, rank }) => [name, rank, locked, isWon, isOut, isStuck],
      caption,
    );
    for (const { id, board } of shown) this.#boards.showBoard(id, board);
  }
}

/** @type {(entry: Entry, tile: HTMLElement) => Child[]} */
function caption({ isOut, isStuck, isWon, locked, name, rank }, tile) {
  tile.className = `tile${isWon ? " won" : ""}${isOut || isStuck ? " out" : ""}`;
  tile.title = t("pinBoard", { name });
  return [
    h("span.place.figure", rank || "–"),
    " ",
    h("span.who", { dir: "auto" }, name),
    " ",
    h("span.figure", isWon ? "★" : locked),
  ];
}
