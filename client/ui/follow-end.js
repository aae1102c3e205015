/** How far from its end a list may be scrolled and still follow new lines (px). */
const MARGIN = 30;

/** Let a list follow what is added at its end, unless it is scrolled back. Return what is called after lines were added. @param {HTMLElement} list */
export function followEnd(list) {
  let isAtEnd = true;
  list.addEventListener(
    "scroll",
    () => {
      isAtEnd = list.scrollTop + list.clientHeight > list.scrollHeight - MARGIN;
    },
    { passive: true },
  );
  return () => {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
}
