import { ownTimeZone } from "./browser.js";

/** @import { CHOICES } from "./choices.js" */

/** The preferences of the player, kept in this browser. @typedef {{ -readonly [K in keyof typeof CHOICES]: typeof CHOICES[K][number] }} Preferences */

/** @type {Preferences} */
const USUAL = {
  language: "",
  theme: "system",
  suits: "4",
  tap: "move",
  sound: "off",
  motion: "system",
  table: "green",
  back: "stripes",
  face: "plain",
};
const KEY = "gaprace.prefs";
/** The server makes the page in this language (`plain_pages.py`). */
const LANGUAGE_COOKIE = "gaprace-language";
/** The first page begins with the files of today, and with its dailies in this time zone (`pages.py`). */
const TODAY_COOKIE = "gaprace-today";
/** As long as browsers keep a cookie (s). */
const KEPT_S = 400 * 86_400;
const LAST_ROOM = "gaprace.room";
const LAST_VARIANT = "gaprace.variant";
/** The table and the cards: those that are not usual have a style sheet of their own. */
export const LOOKS = /** @type {const} */ (["table", "back", "face"]);
/** The preferences that style sheets read from the page. */
const STYLED = /** @type {const} */ (["theme", "suits", "motion", ...LOOKS]);

/** A browser may forbid storing: then everything lasts until the page is closed. @type {(key: string) => any} */
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

/** @type {Preferences} */
export const preferences = { ...USUAL, ...read(KEY) };

/** Change a preference; the document gets an event `preferences`. @template {keyof Preferences} K @param {K} key @param {Preferences[K]} value */
export function setPreference(key, value) {
  preferences[key] = value;
  write(KEY, preferences);
  applyPreferences();
  document.dispatchEvent(new Event("preferences"));
}

/** Whether all tables and cards look as usual. */
export const hasUsualLooks = () => LOOKS.every((key) => preferences[key] === USUAL[key]);

/** Give this page the look that is preferred, and the next one its language and first view. */
export function applyPreferences() {
  for (const key of STYLED) document.documentElement.dataset[key] = preferences[key];
  keepCookie(LANGUAGE_COOKIE, preferences.language);
  keepCookie(TODAY_COOKIE, seesToday() ? encodeURIComponent(ownTimeZone()) : "");
}

/** @type {(name: string, value: string) => void} */
function keepCookie(name, value) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${name}=${value}; path=/; samesite=lax; max-age=${value ? KEPT_S : 0}`;
}

/** Whether the first page is that of today: a player who has been here needs no board to try. */
export const seesToday = () => !!(knownPlayer() || lastRoom());

/** The room that was entered last, to be offered on the first page. @type {() => string | null} */
export const lastRoom = () => read(LAST_ROOM);

/** @type {(code: string | null) => void} */
export const keepRoom = (code) => write(LAST_ROOM, code);

/** The variant of the room that was opened last; `first` for the first room. @type {(first: string) => string} */
export const lastVariant = (first) => read(LAST_VARIANT) ?? first;

/** @type {(name: string) => void} */
export const keepVariant = (name) => write(LAST_VARIANT, name);

/**
 * The marks of the player in this browser: the lessons were shown, a name was asked for, there are friends, groups or challenges,
 * so that pages ask only for those. @typedef {"lessons" | "named" | "friends" | "groups" | "challenges"} Mark
 */

/** @type {(mark: Mark) => boolean} */
export const isMarked = (mark) => !!read(`gaprace.${mark}`);

/** @type {(mark: Mark, isSo?: boolean) => void} */
export function setMark(mark, isSo = true) {
  if (isMarked(mark) !== isSo) write(`gaprace.${mark}`, isSo || null);
}

const PLAYER = "gaprace.player";

/** @typedef {{ id: string, name: string, seen?: number }} KnownPlayer the owner of this browser; `seen`: when the recovery code takes over that its owner has seen */

/** The player that this browser belonged to when it was last looked. @type {() => KnownPlayer | null} */
export const knownPlayer = () => read(PLAYER);

/** @type {(player: { id: string, name: string } | null) => void} */
export function keepPlayer(player) {
  const known = knownPlayer();
  const seen = known?.id === player?.id ? known?.seen : undefined;
  write(PLAYER, player && { id: player.id, name: player.name, seen });
  applyPreferences();
}

/** The owner knows of a recovery code that takes over at a time. @type {(until: number) => void} */
export const markSeen = (until) => write(PLAYER, { ...knownPlayer(), seen: until });
