/** Return what does an action with the next frame: once, however often it is asked for until then. @type {(action: () => void) => () => void} */
export function withNextFrame(action) {
  let frame = 0;
  const draw = () => {
    frame = 0;
    action();
  };
  return () => {
    if (!frame) frame = requestAnimationFrame(draw);
  };
}
