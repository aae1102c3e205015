/** A tap goes to the only target that is so near (px), where no other is nearly as near. */
const SNAP = 14;
const SNAP_MARGIN = 8;

/**
 * The slot that a tap in slot i means: a fat finger between two cards means the one with a move.
 * @type {(slots: HTMLElement[], i: number, event: MouseEvent) => number}
 */
export function aimed(slots, i, event) {
  const isMouse = !("pointerType" in event) || event.pointerType === "mouse" || event.pointerType === "";
  if (isMouse || slots[i]?.classList.contains("act")) return i;
  const [near, next] = slots
    .flatMap((slot, at) => (slot.classList.contains("act") ? [{ at, far: distance(slot, event) }] : []))
    .sort((a, b) => a.far - b.far);
  const isClear = near && near.far < SNAP && (!next || next.far > near.far + SNAP_MARGIN);
  return isClear ? near.at : i;
}

/** From a point to an element, 0 within it. @type {(element: Element, point: { clientX: number, clientY: number }) => number} */
export function distance(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
