/**
 * Return what does an action with the next frame: once, however often it is asked for until then, and with a pause (ms)
 * since the last time.
 * @type {(action: () => void, pause?: number) => () => void}
 */
export function withNextFrame(action, pause = 0) {
  let isWaiting = false;
  let doneAt = -Infinity;
  const draw = () => {
    isWaiting = false;
    doneAt = performance.now();
    action();
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const wait = doneAt + pause - performance.now();
    if (wait > 0) setTimeout(() => requestAnimationFrame(draw), wait);
    else requestAnimationFrame(draw);
  };
}
