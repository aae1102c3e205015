/**
 * The items of a list, by their ids: each is drawn again only when what it shows has changed, and touched only when its
 * place has. @template {{ id: string }} T
 */
export class KeyedList {
  /** @type {Map<string, HTMLElement>} */ elements = new Map();
  /** What each shows, as text. @type {Map<string, string>} */ #drawn = new Map();

  /** @param {HTMLElement} list @param {(item: T) => HTMLElement} make an item, before it is drawn */
  constructor(list, make) {
    this.list = list;
    this.make = make;
  }

  /** @param {readonly T[]} items @param {(item: T) => unknown} shown what an item shows @param {(element: HTMLElement, item: T) => void} draw */
  draw(items, shown, draw) {
    for (const item of items) {
      const { id } = item;
      const element = this.elements.get(id) ?? this.make(item);
      const drawn = JSON.stringify(shown(item));
      if (this.#drawn.get(id) !== drawn) draw(element, item);
      this.#drawn.set(id, drawn);
      this.elements.set(id, element);
    }
  }

  /** Put the items that were drawn in this order, and no others. @param {readonly T[]} items */
  arrange(items) {
    const { list } = this;
    const wanted = new Set(items.map(({ id }) => id));
    for (const [id, element] of this.elements) {
      if (wanted.has(id)) continue;
      element.remove();
      this.elements.delete(id);
      this.#drawn.delete(id);
    }
    for (const [i, id] of [...wanted].entries()) {
      const element = /** @type {HTMLElement} */ (this.elements.get(id));
      if (list.children[i] !== element) list.insertBefore(element, list.children[i]);
    }
  }
}
