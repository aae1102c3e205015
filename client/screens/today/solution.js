import { t, variantName } from "../../i18n/index.js";
import { now, request } from "../../net/api.js";
import { leaderboard } from "../../net/play.js";
import { coach } from "../../room/coach.js";
import { lineLink } from "../../scores/daily.js";
import { dayAt, revealAt } from "../../ui/dates.js";
import { h } from "../../ui/dom.js";
import { shortDayText } from "../../ui/format.js";
import { row } from "../../ui/parts.js";

/** The solutions of the last dailies that are revealed, if they were played and lost. @param {HTMLElement} place @param {string[]} played dates @param {AbortSignal} signal */
export async function showSolutions(place, played, signal) {
  const date = dayAt(now() - revealAt("1970-01-01"));
  if (!played.includes(date)) return;
  const { dailies: list } = await request("GET dailies/{date}", { date }, { signal });
  const parts = await Promise.all(list.map((daily) => solutionOf(daily, signal)));
  place.append(...parts.filter((part) => !!part));
}

/** How a daily that is revealed could have been won, and where one's own game was lost; null unless it was. @type {(daily: wire.Daily, signal: AbortSignal) => Promise<HTMLElement | null>} */
export async function solutionOf({ attempt, certificate, code, date, variant }, signal) {
  if (!attempt?.ended || !code || !certificate?.line) return null;
  const { mine } = await leaderboard("daily", date, variant, { limit: 1 }, signal);
  if (!mine?.result || mine.result.won) return null;
  const lost = h("p", { role: "status" });
  void coach(lost, attempt.game, { name: variant }, true, signal);
  return h(
    "section.felt.solution",
    h("h2", t("solutionOf", { variant: variantName(variant), date: shortDayText(date) })),
    lost,
    row(lineLink(code, { name: variant }, certificate.line)),
  );
}
