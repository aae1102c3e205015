/**
 * What somebody prefers, kept in this browser.
 * @typedef {{
 *   theme: "system" | "light" | "dark", suits: "4" | "2", tap: "move" | "select",
 *   sound: "off" | "on", motion: "system" | "off", language: "" | "en" | "de",
 * }} Prefs
 */

/** @type {Prefs} */
const DEFAULTS = { theme: "system", suits: "4", tap: "move", sound: "off", motion: "system", language: "" };
const PREFS = "gaprace.prefs";
const ROOM = "gaprace.room";

/** A browser may forbid storing: then nothing is kept. @type {(key: string) => any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @type {(key: string, value: unknown) => void} */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it holds until the page is closed
  }
}

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...read(PREFS) };

/** Whoever draws by what is preferred hears `prefs` on the document. @template {keyof Prefs} K @param {K} key @param {Prefs[K]} value */
export function setPref(key, value) {
  prefs[key] = value;
  write(PREFS, prefs);
  applyPrefs();
  document.dispatchEvent(new Event("prefs"));
}

/** Lets the page look as it is preferred. */
export function applyPrefs() {
  const { dataset } = document.documentElement;
  for (const key of /** @type {const} */ (["theme", "suits", "motion"])) dataset[key] = prefs[key];
}

/** The room to go on with, from the first page. @type {() => string | null} */
export const lastRoom = () => read(ROOM);

/** @type {(code: string | null) => void} */
export const keepRoom = (code) => write(ROOM, code);
