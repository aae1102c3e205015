/** What an overlay can have, from top to bottom. */
export const PARTS = /** @type {const} */ (["clock", "standings", "board", "ticker", "reactions"]);
const THEMES = /** @type {const} */ (["dark", "light", "plain"]);
/** What it has unless it is asked for more. */
const DEFAULT_PARTS = PARTS.filter((part) => part !== "reactions");
/** @typedef {typeof PARTS[number]} OverlayPart */
/** @typedef {typeof THEMES[number]} Theme `plain`: light text without boxes */

/**
 * What an address asks for, `?parts=clock,standings&theme=light`; without parts all of them but reactions, without a theme the dark one.
 * @type {(query: URLSearchParams) => { parts: OverlayPart[], theme: Theme }}
 */
export function overlayOptions(query) {
  const named = (query.get("parts") ?? "").split(",").map((name) => name.trim());
  const parts = PARTS.filter((part) => named.includes(part));
  const theme = THEMES.find((each) => each === query.get("theme")) ?? "dark";
  return { parts: parts.length ? parts : DEFAULT_PARTS, theme };
}
