import { h, morph } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";

/**
 * A page of a long list, as the server answered. @template T
 * @typedef {{ total: number, rows: readonly T[] }} ListPage
 */
/**
 * What a long list asks and shows.
 * @template T
 * @typedef {object} ListParts
 * @property {string} label
 * @property {(offset: number) => void} ask for the page that begins there; `take` gets the answer
 * @property {(row: T | undefined, i: number) => HTMLElement} draw the `li` of a row, or of one that is not there yet
 */

/** The rows of a page, as many as the server sends. */
export const PAGE = 50;
/** How high a row is: as in `crowd.css` (px). */
const ROW_PX = 48;
/** The rows drawn above and below those in view. */
const SPARE = 4;

/**
 * A list of any length that holds only the rows in view: they are asked for by pages, once they are scrolled to.
 * @template T
 */
export class LongList {
  /** @type {Map<number, readonly T[]>} */ #pages = new Map();
  /** The pages that were asked for. @type {Set<number>} */ #asked = new Set();
  #total = 0;
  #list = h("ul", { class: "long-rows" });
  element = h("div", { class: "long-list", tabindex: 0, role: "group" }, this.#list);

  /** @param {ListParts<T>} parts @param {AbortSignal} signal of the screen */
  constructor(parts, signal) {
    this.parts = parts;
    this.element.setAttribute("aria-label", parts.label);
    this.element.addEventListener("scroll", () => this.render(), { passive: true, signal });
    const sizes = new ResizeObserver(() => this.render());
    sizes.observe(this.element);
    onAbort(signal, () => sizes.disconnect());
  }

  get total() {
    return this.#total;
  }

  /** Begin at the top with other rows. */
  restart() {
    this.#pages.clear();
    this.element.scrollTop = 0;
    this.refresh();
  }

  /** Ask again for what is in view. Until the answer is there, the rows of before stay. */
  refresh() {
    const { first, last } = this.#view;
    for (const page of this.#pages.keys())
      if (page < pageOf(first) || page > pageOf(last)) this.#pages.delete(page);
    this.#asked.clear();
    this.#ask(first, Math.max(first, last));
  }

  /** Take a page that was asked for. @param {number} offset @param {ListPage<T>} page */
  take(offset, { total, rows }) {
    this.#total = total;
    this.#pages.set(pageOf(offset), rows);
    this.#asked.add(pageOf(offset));
    this.render();
  }

  /** A page could not be had: it is asked for again when its rows are scrolled to. @param {number} offset */
  forget(offset) {
    this.#asked.delete(pageOf(offset));
  }

  /** The first row to be drawn, and the last one. */
  get #view() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / ROW_PX) - SPARE);
    const last = Math.min(this.#total - 1, Math.ceil((scrollTop + clientHeight) / ROW_PX) + SPARE);
    return { first, last };
  }

  /** @param {number} first @param {number} last */
  #ask(first, last) {
    for (let page = pageOf(first); page <= pageOf(last); page++) {
      if (this.#asked.has(page)) continue;
      this.#asked.add(page);
      this.parts.ask(page * PAGE);
    }
  }

  render() {
    const { first, last } = this.#view;
    this.#list.style.height = `${this.#total * ROW_PX}px`;
    const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => this.#row(first + i));
    morph(this.#list, ...rows);
    if (this.#total) this.#ask(first, last);
  }

  /** @param {number} i */
  #row(i) {
    const element = this.parts.draw(this.#pages.get(pageOf(i))?.[i % PAGE], i);
    element.style.setProperty("top", `${i * ROW_PX}px`);
    element.setAttribute("aria-posinset", String(i + 1));
    element.setAttribute("aria-setsize", String(this.#total));
    return element;
  }
}

/** @param {number} i of a row */
const pageOf = (i) => Math.floor(i / PAGE);
