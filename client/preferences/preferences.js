/**
 * What somebody prefers, kept in this browser.
 * @typedef {{
 *   theme: "system" | "light" | "dark", suits: "4" | "2", tap: "move" | "select",
 *   sound: "off" | "on", motion: "system" | "off", language: "" | "en" | "de",
 * }} Preferences
 */

/** @type {Preferences} */
const DEFAULTS = { theme: "system", suits: "4", tap: "move", sound: "off", motion: "system", language: "" };
const PREFERENCES = "gaprace.prefs";
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

/** @type {Preferences} */
export const preferences = { ...DEFAULTS, ...read(PREFERENCES) };

/** Whoever draws by what is preferred hears `preferences` on the document. @template {keyof Preferences} K @param {K} key @param {Preferences[K]} value */
export function setPreference(key, value) {
  preferences[key] = value;
  write(PREFERENCES, preferences);
  applyPreferences();
  document.dispatchEvent(new Event("preferences"));
}

/** Lets the page look as it is preferred. */
export function applyPreferences() {
  const { dataset } = document.documentElement;
  for (const key of /** @type {const} */ (["theme", "suits", "motion"])) dataset[key] = preferences[key];
}

/** The room to go on with, from the first page. @type {() => string | null} */
export const lastRoom = () => read(ROOM);

/** @type {(code: string | null) => void} */
export const keepRoom = (code) => write(ROOM, code);
