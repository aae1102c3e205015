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
