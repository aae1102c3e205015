/**
 * The items of a list, by their ids: each is drawn again only when what it shows has changed, and touched only when its
 * place has. @template {{ id: string }} T
 */
export class KeyedList {
  /** @type {Map<string, HTMLElement>} */ elements = new Map();
  /** The content of each, as text. @type {WeakMap<HTMLElement, string>} */ #drawn = new WeakMap();

  /** @param {HTMLElement} list @param {(item: T) => HTMLElement} make an item, before it is drawn */
  constructor(list, make) {
    this.list = list;
    this.make = make;
  }

  /** The items in the order that is shown. */
  get ids() {
    return [...this.elements.keys()];
  }

  /** @param {readonly T[]} items @param {(item: T) => unknown} shown the content of an item @param {(element: HTMLElement, item: T) => void} draw */
  draw(items, shown, draw) {
    for (const item of items) {
      const element = this.elements.get(item.id) ?? this.make(item);
      const drawn = JSON.stringify(shown(item));
      if (this.#drawn.get(element) !== drawn) draw(element, item);
      this.#drawn.set(element, drawn);
      this.elements.set(item.id, element);
    }
  }

  /** Put the items that were drawn in this order, and no others. @param {readonly T[]} items */
  arrange(items) {
    const { children } = this.list;
    const before = this.elements;
    this.elements = new Map(items.map(({ id }) => [id, /** @type {HTMLElement} */ (before.get(id))]));
    for (const [id, element] of before) if (!this.elements.has(id)) element.remove();
    for (const [i, element] of [...this.elements.values()].entries())
      if (children[i] !== element) this.list.insertBefore(element, children[i]);
  }
}

/** How far from its end a list may be scrolled and still follow new lines (px). */
const MARGIN = 30;

/** Let a list follow what is added at its end, unless it is scrolled back. Return a function to call after lines were added. @param {HTMLElement} list */
export function followEnd(list) {
  let isAtEnd = true;
  let isComing = false;
  list.addEventListener(
    "scroll",
    () => {
      // Lines that come and go move it, too, until it follows them in the same frame.
      if (!isComing) isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - MARGIN;
    },
    { passive: true },
  );
  return () => {
    if (isComing) return;
    isComing = true;
    // Once all is there: to look at the height lays out the page.
    requestAnimationFrame(() => {
      isComing = false;
      if (isAtEnd) list.scrollTop = list.scrollHeight;
    });
  };
}
