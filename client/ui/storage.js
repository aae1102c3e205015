/** What is kept in this browser. A browser may forbid storing: then it lasts until the page is closed. */

const LAST_ROOM = "gaprace.room";

/** @type {(key: string) => any} */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @type {(key: string, value: unknown) => void} */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storing is forbidden, or there is no room left.
  }
}

/** The room that was entered last, to be offered on the first page. @type {() => string | null} */
export const lastRoom = () => read(LAST_ROOM);

/** @type {(code: string | null) => void} */
export const keepRoom = (code) => write(LAST_ROOM, code);
