/** Timers that end with a signal: that of the screen, or of the part of it that started them. */

/** Repeat an action until the signal is aborted. @type {(ms: number, action: () => void, signal: AbortSignal) => void} */
export function every(ms, action, signal) {
  const timer = setInterval(action, ms);
  onAbort(signal, () => clearInterval(timer));
}

/** Do an action once, unless the signal is aborted by then. @type {(ms: number, action: () => void, signal: AbortSignal) => void} */
export function later(ms, action, signal) {
  setTimeout(() => signal.aborted || action(), ms);
}

/** Do an action when the signal is aborted, or at once if it is already. @type {(signal: AbortSignal, action: () => void) => void} */
export function onAbort(signal, action) {
  if (signal.aborted) action();
  else signal.addEventListener("abort", action, { once: true });
}

/** How far below the screen something counts as nearly in view. */
const MARGIN = "100px";

/** Wait until an element is in view, or nearly: what stands further down is loaded then. @param {Element} element @param {AbortSignal} signal */
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
