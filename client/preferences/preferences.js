import { read, write } from "../ui/storage.js";

/**
 * What the player prefers, kept in this browser.
 * @typedef {{
 *   theme: "system" | "light" | "dark", suits: "4" | "2", tap: "move" | "select",
 *   sound: "off" | "on", motion: "system" | "off", language: "" | "en" | "de",
 * }} Preferences
 */

/** @type {Preferences} */
const DEFAULTS = { theme: "system", suits: "4", tap: "move", sound: "off", motion: "system", language: "" };
const KEY = "gaprace.prefs";
/** The preferences that style sheets read from the page. */
const STYLED = /** @type {const} */ (["theme", "suits", "motion"]);

/** @type {Preferences} */
export const preferences = { ...DEFAULTS, ...read(KEY) };

/** Change a preference; the document gets an event `preferences`. @template {keyof Preferences} K @param {K} key @param {Preferences[K]} value */
export function setPreference(key, value) {
  preferences[key] = value;
  write(KEY, preferences);
  applyPreferences();
  document.dispatchEvent(new Event("preferences"));
}

/** Give the page the look that is preferred. */
export function applyPreferences() {
  for (const key of STYLED) document.documentElement.dataset[key] = preferences[key];
}
