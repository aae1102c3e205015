import { every, later, onAbort } from "./timers.js";

/** Waits, and looks that are repeated, while a screen is shown. */

/** Wait for some time; for ever, if the signal is aborted meanwhile. @type {(ms: number, signal: AbortSignal) => Promise<void>} */
export const pause = (ms, signal) => new Promise((resolve) => later(ms, resolve, signal));

/** Look at something again and again, as long as the page is seen; a look that fails is tried again the next time. @type {(ms: number, look: () => Promise<unknown>, signal: AbortSignal) => void} */
export const whileSeen = (ms, look, signal) =>
  every(ms, () => document.hidden || look().catch(() => {}), signal);

/** How far below the screen something counts as nearly in view. */
const MARGIN = "100px";

/** Wait until an element is in view, or nearly: elements further down are loaded then. @param {Element} element @param {AbortSignal} signal */
export const inView = (element, signal) =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) resolve(observer.disconnect());
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    onAbort(signal, () => observer.disconnect());
  });
