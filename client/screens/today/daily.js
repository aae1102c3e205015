import { t } from "../../i18n/index.js";
import { now, self } from "../../net/api.js";
import { dailies, player, todaysDailies } from "../../net/play.js";
import { ownTimeZone } from "../../ui/browser.js";
import { addDays, dailyNumberText, dayHere, isDay, midnightAfter } from "../../ui/dates.js";
import { byId, h, link } from "../../ui/dom.js";
import { dayText, shortDayText, spanText } from "../../ui/format.js";
import { go, refresh } from "../../ui/router.js";
import { every } from "../../ui/timers.js";
import { DailyPanel } from "./daily-panel.js";

/** @import { Daily, DailyList, LeaderboardPage } from "../../net/messages.js" */
/** @import { Day } from "../../ui/dates.js" */
/** @import { Page } from "../../ui/router.js" */

/** How often it is looked whether today is another day (ms). */
const DAY_CHECK_MS = 20_000;

/** The dailies of a date: play, results, proof. Without a date, those of today. @param {Page} page @param {string} [date] */
export default async function dailyScreen({ shell, signal }, date = "") {
  const head = h("header.full-width.stack");
  const place = h("div.page.two-columns.equal", head);
  byId("main").append(place);
  shell.title(t("daily"));
  const list = await found(date, signal);
  if (!list) return head.replaceChildren(...withoutDaily(isDay(date) ? date : "", signal));
  const timeLeft = h("p.soft");
  const title = h("h1.date", dayText(list.date), " ", h("span.soft", dailyNumberText(list.date)));
  head.replaceChildren(title, timeLeft, dateSwitch(list.date, signal));
  shell.title(`${t("daily")}, ${shortDayText(list.date)}`);
  showTimeLeft(timeLeft, list);
  // At midnight, today is another day.
  every(DAY_CHECK_MS, () => !showTimeLeft(timeLeft, list) && !date && refresh(), signal);
  const panels = list.dailies.map((daily) => new DailyPanel(daily, signal));
  place.append(...panels.map((panel) => panel.element));
  await showResults(panels, signal);
}

/** The dailies of a date, or null if it has none. @type {(date: string, signal: AbortSignal) => Promise<DailyList | null>} */
async function found(date, signal) {
  if (date && !isDay(date)) return null;
  const list = date ? dailies(date, signal) : todaysDailies(ownTimeZone(), signal);
  return list.catch((error) => {
    if (error.code === "daily_not_found") return null;
    throw error;
  });
}

/** @type {(day: Day | "", signal: AbortSignal) => HTMLElement[]} */
const withoutDaily = (day, signal) => [
  h("h1.date", day ? dayText(day) : t("daily")),
  h("p", t("noDaily")),
  dateSwitch(day || dayHere(now()), signal),
];

/** Show how long today's dailies still last; return whether they do. @type {(element: HTMLElement, list: DailyList) => boolean} */
function showTimeLeft(element, { date }) {
  const isToday = date === dayHere(now());
  element.textContent = isToday
    ? t("nextIn", { time: spanText(midnightAfter(now()) - now()) })
    : t("pastDaily");
  return isToday;
}

/** Fill in the leaderboards, and what concerns only the player. @param {DailyPanel[]} panels @param {AbortSignal} signal */
async function showResults(panels, signal) {
  const current = await self(signal).catch(() => null);
  const page = current && (await player(current.id, signal).catch(() => null));
  await Promise.all(
    panels.map((panel) => {
      const streak = page?.streaks.find(({ variant }) => variant === panel.daily.variant);
      return panel.showResults(current?.id ?? "", streak, page?.calendar ?? []);
    }),
  );
}

/** Links to the day before, if it has dailies, to the day after, and any other. @param {Day} date @param {AbortSignal} signal */
function dateSwitch(date, signal) {
  const today = dayHere(now());
  const before = addDays(date, -1);
  const after = addDays(date, 1);
  const earlier = link(`/daily/${before}`, `‹ ${shortDayText(before)}`, { class: "btn" });
  // Until it is known whether there is one, it keeps its place, so that nothing shifts.
  earlier.style.visibility = "hidden";
  const show = () => earlier.style.removeProperty("visibility");
  found(before, signal).then((list) => (list ? show() : earlier.remove()), show);
  const field = h("input", {
    type: "date",
    max: today,
    value: date,
    "aria-label": t("otherDay"),
    onchange: () => isDay(field.value) && go(`/daily/${field.value}`),
  });
  return h(
    "nav.row",
    { "aria-label": t("otherDay") },
    earlier,
    field,
    after <= today && link(`/daily/${after}`, `${shortDayText(after)} ›`, { class: "btn" }),
    after < today && link("/daily", t("today"), { class: "btn" }),
  );
}
