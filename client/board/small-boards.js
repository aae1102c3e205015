import { h, morph } from "../ui/dom.js";
import { KeyedList } from "../ui/lists.js";
import { BoardThumbnail } from "./thumbnail.js";

/** Games side by side, each in a frame with a small board, where that may be seen, and a caption below it. @template {{ id: string }} Shown */
export class SmallBoards {
  /** @type {KeyedList<Shown>} */ #items;
  /** They are made with the first board of their game, and stay. @type {Map<string, BoardThumbnail>} */ #thumbnails =
    new Map();

  /** @param {HTMLElement} list @param {(game: Shown) => HTMLElement} frame of a game @param {AbortSignal} signal of the screen */
  constructor(list, frame, signal) {
    this.signal = signal;
    this.#items = new KeyedList(list, (game) => {
      const made = frame(game);
      made.append(h("span.caption"));
      return h("li", made);
    });
  }

  /** The frames that are shown, by game. @returns {Map<string, HTMLElement>} */
  get frames() {
    return new Map([...this.#items.elements].map(([id, item]) => [id, frameIn(item)]));
  }

  /**
   * Show these games in their order, and no others.
   * @param {readonly Shown[]} games @param {(game: Shown) => unknown} facts from which a caption is made
   * @param {(game: Shown, frame: HTMLElement) => Child[]} caption also gives the frame its look
   */
  draw(games, facts, caption) {
    this.#items.draw(games, facts, (item, game) => {
      const frame = frameIn(item);
      const drawn = caption(game, frame);
      morph(/** @type {Element} */ (frame.lastElementChild), ...drawn);
    });
    this.#items.arrange(games);
  }

  /** Show the board of a game, or none; `before`: the one before its last move, if that is not the one that is shown. @param {string} id @param {Board | null | undefined} board @param {Board} [before] */
  showBoard(id, board, before) {
    const known = this.#thumbnails.get(id);
    if (known) known.element.hidden = !board;
    if (!board) return;
    const thumbnail = known ?? new BoardThumbnail(this.signal);
    const item = this.#items.elements.get(id);
    this.#thumbnails.set(id, thumbnail);
    if (item && !item.contains(thumbnail.element)) frameIn(item).prepend(thumbnail.element);
    thumbnail.show(board, before);
  }
}

/** @param {HTMLElement} item */
const frameIn = (item) => /** @type {HTMLElement} */ (item.firstElementChild);
