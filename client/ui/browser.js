/** The letter of a key in lower case, or the name of the key. On a layout without Latin letters, it is the letter in the same place of a Latin one. @type {(event: { key: string, code: string }) => string} */
export function latinKey({ key, code }) {
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return ((isForeign && /^Key(.)$/.exec(code)?.[1]) || key).toLowerCase();
}

/** The header and the buttons of a game on a phone (px). */
const AROUND_BOARD = 110;
/** A stage narrower than this, for its height, turns its board over: as in `board.css`. */
const TALL_ASPECT = 0.9;

/** Whether the board of a game would be tall on this screen, so that its rows are columns. */
export const isTallScreen = () => innerWidth < TALL_ASPECT * (innerHeight - AROUND_BOARD);

/** The time zone of the browser, as the IANA database names it; UTC if the browser does not know. */
export function ownTimeZone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : "UTC";
}

/** Whether a key is meant for a field or a dialog, or for the browser. @param {KeyboardEvent} event */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  !!(/** @type {HTMLElement} */ (target).closest("input, select, textarea, dialog"));
