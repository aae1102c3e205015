import { dotted, t, variantName } from "../../i18n/index.js";
import { now, request, self } from "../../net/api.js";
import { addDays, dailyNumberText, dayHere, isDay } from "../../ui/dates.js";
import { byId, h, link } from "../../ui/dom.js";
import { dayText, shortDayText } from "../../ui/format.js";
import { refresh } from "../../ui/router.js";
import { showPages } from "../../ui/table.js";
import { DailyPanel } from "./daily-panel.js";

/** The address `/daily/past`: all dailies before today's. */
const PAST = "past";
/** How many dates it shows at a time. */
const DATES = 7;

/** The dailies of a date: results, proof, practice. Those of today are on the page of today. @param {Page} page @param {string} date */
export default async function dailyScreen({ shell, signal }, date) {
  shell.title(t("daily"));
  if (isDay(date) && date >= dayHere(now())) {
    history.replaceState(null, "", "/daily");
    return refresh();
  }
  if (date === PAST) return showPast(signal);
  const head = h("header.full-width.stack");
  const place = h("div.page.two-columns.equal", head);
  byId("main").append(place);
  const found = isDay(date) ? await of(date, signal) : null;
  const others = link(`/daily/${PAST}`, t("pastDailies"), "btn quiet");
  if (!found)
    return head.replaceChildren(
      h("h1.date", isDay(date) ? dayText(date) : t("daily")),
      h("p", t("noDaily")),
      h("p.row", link("/daily", t("today"), "btn"), others),
    );
  head.replaceChildren(
    h("h1.date", dayText(date), " ", h("span.soft", dailyNumberText(date))),
    h("p.row", link("/daily", t("today"), "btn"), others),
  );
  shell.title(`${t("daily")}, ${shortDayText(date)}`);
  const panels = found.dailies.map((daily) => new DailyPanel(daily));
  place.append(...panels.map((panel) => panel.element));
  const { id = "", calendar } = await own(signal);
  await Promise.all(panels.map((panel) => panel.showResults(id, calendar, signal)));
}

/** The dailies of a date, or null if it has none. @type {(date: string, signal: AbortSignal) => Promise<wire.DailyList | null>} */
const of = (date, signal) =>
  request("GET dailies/{date}", { date }, { signal }).catch((error) => {
    if (error.code === "daily_not_found") return null;
    throw error;
  });

/** The player of this browser, and the own dailies. @type {(signal: AbortSignal) => Promise<{ id?: string, calendar: wire.CalendarDay[] }>} */
async function own(signal) {
  const me = await self(signal).catch(() => null);
  const page = me && (await request("GET players/{id}", { id: me.id }, { signal }).catch(() => null));
  return { id: me?.id, calendar: page?.calendar ?? [] };
}

/** The dailies before today's, the latest first, each with the own results. @param {AbortSignal} signal */
async function showPast(signal) {
  const place = h("section.panel", h("h1", t("pastDailies")));
  byId("main").append(h("div.page", place));
  const { calendar } = await own(signal);
  const load = async (/** @type {string} */ after) => {
    const first = after || addDays(dayHere(now()), -1);
    const dates = Array.from({ length: DATES }, (_, i) => addDays(first, -i));
    const found = await Promise.all(dates.map((date) => of(date, signal)));
    const items = found.flatMap((each) => each?.date ?? []);
    return { items, next: items.length === DATES ? addDays(first, -DATES) : null };
  };
  await showPages(place, load, (date) => dayItem(date, calendar), t("noHistory"));
}

/** @type {(date: Day, calendar: wire.CalendarDay[]) => HTMLElement} */
const dayItem = (date, calendar) =>
  h(
    "li",
    link(`/daily/${date}`, `${shortDayText(date)} ${dailyNumberText(date)}`),
    h("span.soft", dotted(...calendar.filter((day) => day.date === date).map(outcomeText))),
  );

/** @type {(day: wire.CalendarDay) => string} */
const outcomeText = ({ variant, won, score }) =>
  `${variantName(variant)} ${won ? "★" : t("points", { n: score })}`;
