import { preferences } from "./preferences.js";

/** Whether only necessary parts are to move, and nothing vibrates: the player, or the system, wants it so. */
export const isStill = () =>
  preferences.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Vibrate, where that is possible, unless all is to be still. @param {number | number[]} pattern in ms: on, off, on ... */
export function vibrate(pattern) {
  if (navigator.userActivation?.hasBeenActive && !isStill()) navigator.vibrate?.(pattern);
}

/** Stop the animations of an element before it is moved again: two animations at once would be drawn by the main thread, frame by frame. @param {Element} element */
export function settle(element) {
  for (const animation of element.getAnimations()) animation.cancel();
}

/** Animate an element, and let the animation go at its end: after one that is still there, the main thread would draw those that follow. @param {Element} element @param {Keyframe[] | PropertyIndexedKeyframes} frames @param {KeyframeAnimationOptions} options */
export function animate(element, frames, options) {
  const animation = element.animate(frames, options);
  animation.onfinish = () => animation.cancel();
}
