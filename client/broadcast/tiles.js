import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { ROWS } from "../rules/board.js";
import { button, h, morph } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";

/** @import { Board } from "../rules/board.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { Entry } from "./state.js" */

/** A tile's height is its board's and that of its caption (em). */
const CAPTION_EM = 1.75;
const GAP_EM = 0.5;
/** Less high, suits cannot be told apart; less wide, nothing remains of a name (em). */
const MIN_HEIGHT_EM = 3.5;
const MIN_WIDTH_EM = 8;

/** How tiles fill an area: their width (px), how many stand side by side, and how many fit on a page. @typedef {{ width: number, columns: number, perPage: number }} Tiling */

/**
 * The largest tiles with which `count` of them fit into an area (px); if they would be too small, the most that fit.
 * `aspect`: width by height of a board; `em`: the size of the text (px).
 * @type {(area: { width: number, height: number }, count: number, aspect: number, em: number) => Tiling}
 */
export function tiling({ width, height }, count, aspect, em) {
  const gap = GAP_EM * em;
  let best = { width: 0, columns: 1, perPage: 1 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const across = (width + gap) / columns - gap;
    const down = ((height + gap) / rows - gap - CAPTION_EM * em) * aspect;
    const fitting = Math.floor(Math.min(across, down));
    if (fitting > best.width) best = { width: fitting, columns, perPage: count };
  }
  return best.width >= leastWidth(aspect, em) ? best : smallest({ width, height }, aspect, em, gap);
}

/** @type {(area: { width: number, height: number }, aspect: number, em: number, gap: number) => Tiling} */
function smallest({ width, height }, aspect, em, gap) {
  const least = leastWidth(aspect, em);
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const across = Math.floor((width + gap) / columns - gap);
  const rows = Math.max(1, Math.floor((height + gap) / (least / aspect + CAPTION_EM * em + gap)));
  const fitting = Math.floor(Math.min(across, ((height + gap) / rows - gap - CAPTION_EM * em) * aspect));
  return { width: Math.max(1, fitting), columns, perPage: columns * rows };
}

/** @type {(aspect: number, em: number) => number} */
const leastWidth = (aspect, em) => em * Math.max(MIN_WIDTH_EM, MIN_HEIGHT_EM * aspect);

/** @typedef {{ item: HTMLElement, tile: HTMLElement, caption: HTMLElement, thumbnail: BoardThumbnail, drawn: string, board: Board | null, end: AbortController }} Tile */

/** Of a small board: as in `thumbnail.css`. */
const ASPECT_OF_COLUMN = 3 / 16;

/** The small boards of all games but the large one, as large as there is room, on as many pages as it takes. */
export class Tiles {
  /** @type {Map<string, Tile>} */ #tiles = new Map();
  #list = h("ul.tile-list");
  #pages = h("nav.row.tile-pages");
  #page = 0;
  element = h("section.tiles", { "aria-label": t("otherBoards") }, this.#list, this.#pages);
  /** The area for the tiles, and the size of its text (px). */ #area = { width: 0, height: 0, em: 0 };
  /** @type {() => void} */ #again = () => {};

  /** @param {(id: string) => void} onPick @param {AbortSignal} signal of the screen */
  constructor(onPick, signal) {
    this.onPick = onPick;
    this.signal = signal;
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
    return new Map([...this.#tiles].map(([id, { tile }]) => [id, tile]));
  }

  /** @param {Entry[]} entries best first, without the large one @param {Variant} variant */
  render(entries, variant) {
    this.#again = () => this.render(entries, variant);
    this.element.toggleAttribute("hidden", !entries.length);
    const { width, height, em } = this.#area;
    if (!width || !height || !entries.length) return this.#keep([]);
    const {
      columns,
      perPage,
      width: side,
    } = tiling(this.#area, entries.length, variant.columns * ASPECT_OF_COLUMN, em);
    const pages = Math.ceil(entries.length / perPage);
    this.#page = Math.min(this.#page, pages - 1);
    this.#list.style.gridTemplateColumns = `repeat(${columns}, ${side}px)`;
    const shown = entries.slice(this.#page * perPage, (this.#page + 1) * perPage);
    this.#keep(shown);
    for (const [i, entry] of shown.entries()) this.#draw(entry, i, variant);
    this.#renderPages(pages);
  }

  /** Remove the tiles of all other games. @param {Entry[]} entries */
  #keep(entries) {
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, { item, end }] of this.#tiles) {
      if (ids.has(id)) continue;
      end.abort();
      item.remove();
      this.#tiles.delete(id);
    }
  }

  /** @param {Entry} entry @param {number} i its place among the tiles @param {Variant} variant */
  #draw(entry, i, variant) {
    const tile = this.#tiles.get(entry.id) ?? this.#add(entry);
    if (this.#list.children[i] !== tile.item)
      this.#list.insertBefore(tile.item, this.#list.children[i] ?? null);
    const { isOut, isStuck, isWon, locked, name, place } = entry;
    const drawn = JSON.stringify([name, place, locked, isWon, isOut, isStuck]);
    if (tile.drawn !== drawn) {
      tile.drawn = drawn;
      tile.tile.className = `tile${isWon ? " won" : ""}${isOut || isStuck ? " out" : ""}`;
      tile.tile.title = t("pinBoard", { name });
      morph(
        tile.caption,
        h("span.place.figure", place || "–"),
        " ",
        h("span.who", { dir: "auto" }, name),
        " ",
        h("span.figure", isWon ? "★" : `${locked}/${ROWS * (variant.columns - 1)}`),
      );
    }
    if (tile.board === entry.board) return;
    tile.board = entry.board;
    tile.thumbnail.element.hidden = !entry.board;
    if (entry.board) tile.thumbnail.show(entry.board);
  }

  /** @param {Entry} entry @returns {Tile} */
  #add({ id, colour }) {
    const end = new AbortController();
    const thumbnail = new BoardThumbnail(AbortSignal.any([end.signal, this.signal]));
    const caption = h("span.caption");
    const tile = h(
      "button",
      { type: "button", "--hue": hueOf(colour), onclick: () => this.onPick(id) },
      thumbnail.element,
      caption,
    );
    const made = { item: h("li", tile), tile, caption, thumbnail, drawn: "", board: null, end };
    this.#tiles.set(id, made);
    return made;
  }

  /** @param {number} count */
  #renderPages(count) {
    this.#pages.toggleAttribute("hidden", count < 2);
    if (count < 2) return;
    const turn = (/** @type {number} */ by) => {
      this.#page = (this.#page + by + count) % count;
      this.#again();
    };
    morph(
      this.#pages,
      button("‹", () => turn(-1), { class: "btn quiet icon", "aria-label": t("previousBoards") }),
      h("span.numbers", t("pageOf", { n: this.#page + 1, count })),
      button("›", () => turn(1), { class: "btn quiet icon", "aria-label": t("nextBoards") }),
    );
  }
}
