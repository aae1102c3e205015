import { GAP } from "../rules/cards.js";
import { aimed, distance } from "./aim.js";

/** @import { Card } from "../rules/cards.js" */
/** @import { BoardView } from "./board.js" */

export { aimed };

/** So far a pointer has to go for a drag (px). */
const DRAG_FROM = 8;

/** Lets cards of a board be dragged to their gaps. @param {BoardView} board @param {PointerEvent} [pressed] by now */
export function letDrag(board, pressed) {
  const { element } = board;
  const dragging = new Dragging(board);
  element.onpointerdown = (event) => dragging.press(event);
  element.onpointermove = (event) => dragging.move(event);
  element.onpointerup = (event) => dragging.drop(event);
  element.onpointercancel = () => dragging.end();
  // The click that ends a drag is none.
  const swallow = (/** @type {Event} */ event) => {
    if (dragging.wasDragged) event.stopImmediatePropagation();
    dragging.wasDragged = false;
  };
  element.addEventListener("click", swallow, true);
  if (pressed) dragging.press(pressed);
}

class Dragging {
  wasDragged = false;
  /** The card under the pointer, while that is down. @type {Card} */ #card = GAP;
  #from = { clientX: 0, clientY: 0 };
  #isMoving = false;

  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {PointerEvent} event */
  press({ target, clientX, clientY, button }) {
    this.wasDragged = false;
    const card = this.board.cardAt(target);
    if (button || !this.board.gapsFor(card).length) return;
    this.#card = card;
    this.#from = { clientX, clientY };
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY, pointerId, buttons }) {
    if (!this.#card) return;
    if (!buttons) return this.end();
    const [dx, dy] = [clientX - this.#from.clientX, clientY - this.#from.clientY];
    if (!this.#isMoving) {
      if (Math.hypot(dx, dy) < DRAG_FROM) return;
      this.#isMoving = this.wasDragged = true;
      this.board.element.setPointerCapture(pointerId);
      this.board.select(this.#card);
    }
    this.#element?.classList.add("drag");
    this.#element?.style.setProperty("--dx", `${dx}px`);
    this.#element?.style.setProperty("--dy", `${dy}px`);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const card = this.#card;
    const { slots } = this.board;
    const [near] = (this.#isMoving ? this.board.gapsFor(card) : [])
      .map((slot) => ({ slot, far: distance(slots[slot], event) }))
      .sort((a, b) => a.far - b.far);
    this.end();
    if (near && near.far < slots[0].offsetHeight / 2) this.board.move({ card, slot: near.slot });
  }

  /** Nothing is dragged any more. */
  end() {
    const element = this.#element;
    const wasMoving = this.#isMoving;
    this.#card = GAP;
    this.#isMoving = false;
    if (!wasMoving) return;
    element?.style.removeProperty("--dx");
    element?.style.removeProperty("--dy");
    element?.classList.remove("drag");
    this.board.select(GAP);
  }

  get #element() {
    return this.board.cards.get(this.#card);
  }
}
