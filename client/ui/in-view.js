import { onAbort } from "./timers.js";

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
