import { animate, isStill, settle } from "../ui/motion.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Box on the screen (px) */

const SLIDE = { duration: 420, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

/** Where elements are on the screen. @template K @param {ReadonlyMap<K, Element>} elements @returns {Map<K, Box>} */
export const boxesOf = (elements) =>
  new Map([...elements].map(([key, element]) => [key, element.getBoundingClientRect()]));

/** Let elements slide, and grow, from where they were to where they are. @template K @param {ReadonlyMap<K, Element>} elements @param {ReadonlyMap<K, Box>} before */
export function slide(elements, before) {
  if (isStill()) return;
  for (const element of elements.values()) settle(element);
  const after = boxesOf(elements);
  for (const [key, element] of elements) {
    const frame = frameFrom(before.get(key), /** @type {Box} */ (after.get(key)));
    if (frame) animate(element, [frame, { transform: "none" }], SLIDE);
  }
}

/** @type {(from: Box | undefined, to: Box) => Keyframe | null} */
function frameFrom(from, to) {
  if (!from?.width || !to.width) return null;
  const [x, y, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
  if (!Math.round(x) && !Math.round(y) && Math.abs(scale - 1) < 0.01) return null;
  // It grows from its middle: an origin elsewhere would be drawn by the main thread as well.
  const [dx, dy] = [x + ((scale - 1) * to.width) / 2, y + ((scale - 1) * to.height) / 2];
  return { transform: `translate(${dx}px, ${dy}px) scale(${scale})` };
}
