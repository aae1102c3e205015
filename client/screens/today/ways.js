import { t, variantName } from "../../i18n/index.js";
import { becomeKnown, request } from "../../net/api.js";
import { enterDaily, fetchSolo, playSolo, QUICK_VARIANT } from "../../room/enter.js";
import { VARIANTS } from "../../rules/variants.js";
import { variantHelp } from "../../scores/deals.js";
import { ownTimeZone } from "../../ui/browser.js";
import { button, h, link } from "../../ui/dom.js";
import { opener } from "../../ui/parts.js";
import { later } from "../../ui/timers.js";

/** The ways on from the first page, for a visitor and for those who have been here. */

/** A line of those who run this server, if they have one for all: `document.py` adds it. */
export function announcement() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=announcement]"));
  return meta && h("p.full-width.panel", meta.content);
}

/** Play today's small one at once: the game is fetched while a visitor becomes a guest. */
export const playToday = async () => {
  const known = becomeKnown(); // first: a browser has few connections
  void fetchSolo();
  await known;
  await enterDaily("today", QUICK_VARIANT, false);
};

/** When a game alone is fetched ahead (ms). */
const PRELOAD_DELAY_MS = 2500;

/** Fetch a game alone, before it is needed. @param {AbortSignal} signal of the screen */
export const fetchSoloSoon = (signal) => later(PRELOAD_DELAY_MS, fetchSolo, signal);

/** Today's dailies where the player is, or was until now. @type {(signal: AbortSignal) => Promise<wire.DailyList>} */
export const ownToday = (signal) => request("GET dailies", { zone: ownTimeZone() }, { signal });

/** @param {string} level */
export const practice = (level) => button(t("playNow"), () => playSolo(QUICK_VARIANT), level);

/** All that is played alone. */
export const alone = () =>
  h(
    "div.variants",
    ...VARIANTS.map(({ name }) =>
      button([variantName(name), h("small", variantHelp(name))], () => playSolo(name)),
    ),
    link("/puzzles", [t("puzzlesWay"), h("small", t("puzzlesHelp"))], "btn"),
  );

/** The links that are rarely needed. */
export const foot = () =>
  h(
    "p.full-width.row.rare",
    link("/daily/past", t("pastDailies"), "btn quiet"),
    opener(t("how"), async () => (await import("../../learn/rules.js")).openRules(), "btn quiet"),
    link("/commitments", t("fairness"), "btn quiet"),
    ...hostLinks(),
  );

/** The pages of those who run this server, if there are any: `document.py` names them. */
function hostLinks() {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (
    document.querySelectorAll("link[rel=imprint],link[rel=privacy-policy]")
  );
  return [...links].map(({ href, rel }) =>
    h("a.btn.quiet", { href }, t(rel === "imprint" ? "imprint" : "privacy")),
  );
}
