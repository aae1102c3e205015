import { GAP } from "../rules/cards.js";
import { Effects } from "./effects.js";
import { openGaps, slotStates } from "./state.js";

/** @typedef {{ clientX: number, clientY: number }} Point in CSS pixels of the window */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box in CSS pixels of the window */
/** @typedef {{ slot: number, box: Box }} Target a slot that a tap does something on */

/** A tap goes to the nearest target if that is nearer than this (px) ... */
const SNAP = 14;
/** ... and nearer than the next one by more than this (px). */
const SNAP_MARGIN = 8;
/** How far a pointer has to go for a drag (px). */
const DRAG_THRESHOLD = 8;

/**
 * Return the slot that a tap means. A fat finger between two cards means the one with a move.
 * @type {(hit: number, point: Point, targets: Target[]) => number}
 */
export function tapTarget(hit, point, targets) {
  if (targets.some(({ slot }) => slot === hit)) return hit;
  const [near, next] = byDistance(targets, point);
  const isClear = near && near.distance < SNAP && (!next || next.distance > near.distance + SNAP_MARGIN);
  return isClear ? near.slot : hit;
}

/** @type {(targets: Target[], point: Point) => { slot: number, distance: number }[]} */
const byDistance = (targets, point) =>
  targets
    .map(({ slot, box }) => ({ slot, distance: distance(box, point) }))
    .sort((a, b) => a.distance - b.distance);

/** The distance from a point to a box, 0 within it. @type {(box: Box, point: Point) => number} */
const distance = ({ left, right, top, bottom }, { clientX: x, clientY: y }) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** Let fingers miss by a little, and cards be dragged to their gaps; and let effects be seen. @param {BoardView} view @param {PointerEvent} [pressed] a pointer that is down already */
export function attachPointer(view, pressed) {
  const { element } = view;
  view.effects = new Effects(view);
  if (!view.onMove) return;
  const drag = new DragGesture(dragBoard(view));
  view.tapTarget = (hit, event) => (isMouse(event) ? hit : tapTarget(hit, event, playable(view)));
  element.onpointerdown = (event) => drag.press(event);
  element.onpointermove = (event) => drag.move(event);
  element.onpointerup = (event) => drag.drop(event);
  element.onpointercancel = () => drag.end();
  element.addEventListener("click", (event) => drag.click(event), true);
  if (pressed) drag.press(pressed);
}

/** The slots that a tap does something on. @type {(view: BoardView) => Target[]} */
function playable({ state, slots }) {
  const all = state?.board ? slotStates(state, state.board) : [];
  return all.flatMap(({ isPlayable }, slot) => (isPlayable ? [target(slots, slot)] : []));
}

/** It is measured only when it is asked for: a finger that hits a card needs no layout. @type {(slots: HTMLElement[], slot: number) => Target} */
const target = (slots, slot) => ({
  slot,
  get box() {
    return slots[slot].getBoundingClientRect();
  },
});

/** The reads and changes of a board that a drag needs. @param {BoardView} view */
const dragBoard = (view) => ({
  /** The card in the slot of an element. @type {(element: EventTarget | null) => Card} */
  cardAt: (element) => view.state?.board?.[view.slotOf(element)] ?? GAP,
  /** The gaps of a card. @type {(card: Card) => Target[]} */
  targetsOf: (card) => (view.state ? openGaps(view.state, card).map((slot) => target(view.slots, slot)) : []),
  /** @type {(card: Card, dx: number, dy: number) => void} */
  dragTo: (card, dx, dy) => view.update({ selected: card, asked: -1, drag: { card, dx, dy } }),
  endDrag: () => view.update({ selected: GAP, drag: null }),
  capture: (/** @type {number} */ pointerId) => view.element.setPointerCapture(pointerId),
  move: (/** @type {Move} */ move) => view.move(move),
});
/** @typedef {ReturnType<typeof dragBoard>} DragBoard */

/** @type {(event: MouseEvent) => boolean} */
const isMouse = (event) =>
  !("pointerType" in event) || event.pointerType === "mouse" || event.pointerType === "";

/** A card that is dragged to a gap. */
export class DragGesture {
  /** Whether the pointer that is down, or was last, has dragged a card: then its click is none. */
  #wasDragged = false;
  /** The card under the pointer while that is down. @type {Card} */ #card = GAP;
  /** @type {Point} */ #start = { clientX: 0, clientY: 0 };
  #isDragging = false;

  /** @param {DragBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {Pick<PointerEvent, "target" | "clientX" | "clientY" | "button">} event */
  press({ target, clientX, clientY, button }) {
    this.#wasDragged = false;
    const card = this.board.cardAt(target);
    if (button || !this.board.targetsOf(card).length) return;
    this.#card = card;
    this.#start = { clientX, clientY };
  }

  /** @param {Pick<PointerEvent, "clientX" | "clientY" | "pointerId" | "buttons">} event */
  move({ clientX, clientY, pointerId, buttons }) {
    if (!this.#card) return;
    if (!buttons) return this.end();
    const [dx, dy] = [clientX - this.#start.clientX, clientY - this.#start.clientY];
    if (!this.#isDragging) {
      if (Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
      this.#isDragging = this.#wasDragged = true;
      this.board.capture(pointerId);
    }
    this.board.dragTo(this.#card, dx, dy);
  }

  /** @param {Point} point */
  drop(point) {
    const card = this.#card;
    const targets = this.#isDragging ? this.board.targetsOf(card) : [];
    const [near] = byDistance(targets, point);
    const isNear = near && near.distance < height(targets[0].box) / 2;
    this.end();
    if (isNear) this.board.move({ card, slot: near.slot });
  }

  /** Stop dragging, without a move. */
  end() {
    const wasDragging = this.#isDragging;
    this.#card = GAP;
    this.#isDragging = false;
    if (wasDragging) this.board.endDrag();
  }

  /** Swallow the click that ends a drag. @param {Pick<Event, "stopImmediatePropagation">} event */
  click(event) {
    if (this.#wasDragged) event.stopImmediatePropagation();
    this.#wasDragged = false;
  }
}

/** @type {(box: Box) => number} */
const height = ({ top, bottom }) => bottom - top;
