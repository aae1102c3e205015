import { t } from "../i18n/index.js";
import { me, now } from "../net/api.js";
import { dailies, player } from "../net/pages.js";
import { byId, h, link } from "../ui/dom.js";
import { sorryPage } from "../ui/error-page.js";
import { dayText, shortDayText } from "../ui/format.js";
import { go, refresh } from "../ui/router.js";
import { nav } from "../ui/site-nav.js";
import { spanText } from "../ui/spantext.js";
import { addDays, dayAt, isDay } from "./dates.js";
import { DailyPanel } from "./panel.js";

/** @import { DailyList, Streak } from "../net/messages.js" */
/** @import { Day } from "./dates.js" */

const TICK_MS = 20000;

/** The dailies of a date: play, results, proof. Without a date those of today. @type {import("../ui/router.js").Screen} */
export default function dailyScreen(shell, date = "") {
  const head = h("header", { class: "all stack" });
  const place = h("div", { class: "page two halves" }, head);
  byId("main").append(place);
  nav(shell, "daily");
  shell.title(t("daily"));
  let isClosed = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  /** @param {DailyList} list */
  const show = (list) => {
    if (isClosed) return;
    const rest = h("p", { class: "soft" });
    head.replaceChildren(h("h1", {}, dayText(list.date)), rest, switcher(list.date));
    shell.title(`${t("daily")}, ${shortDayText(list.date)}`);
    showRest(rest, list);
    // At midnight, today is another day.
    timer = setInterval(() => !showRest(rest, list) && !date && refresh(), TICK_MS);
    const panels = list.dailies.map((daily) => new DailyPanel(daily));
    place.append(...panels.map((panel) => panel.element));
    void withReader(panels);
  };
  const fail = async (/** @type {any} */ error) => {
    const page = await sorryPage(error);
    if (isClosed) return;
    if (error.code !== "daily_not_found") return byId("main").replaceChildren(page);
    const day = isDay(date) ? date : "";
    head.replaceChildren(
      h("h1", {}, day ? dayText(day) : t("daily")),
      h("p", {}, t("noDaily")),
      switcher(day || dayAt(Date.now())),
    );
  };
  if (date && !isDay(date)) void fail({ code: "daily_not_found", message: "" });
  else dailies(date).then(show, fail);
  return () => {
    isClosed = true;
    clearInterval(timer);
  };
}

/** How long today's dailies still last, as calmly as it can be said; whether they do. @type {(element: HTMLElement, list: DailyList) => boolean} */
function showRest(element, { dailies: [first] }) {
  const rest = first ? first.closes_at - now() : 0;
  element.textContent = rest > 0 ? t("nextIn", { time: spanText(rest) }) : t("pastDaily");
  return rest > 0;
}

/** Who looks, with what is known only of them. @param {DailyPanel[]} panels */
async function withReader(panels) {
  const self = await me().catch(() => null);
  const page = self && (await player(self.id).catch(() => null));
  for (const panel of panels) panel.show(self?.id ?? "", streakOf(page?.streaks, panel.daily.variant));
}

/** @type {(streaks: Streak[] | undefined, variant: string) => Streak | undefined} */
const streakOf = (streaks, variant) => streaks?.find((streak) => streak.variant === variant);

/** To the day before, the day after, or any other. @param {Day} date */
function switcher(date) {
  const today = dayAt(now());
  const before = addDays(date, -1);
  const after = addDays(date, 1);
  const field = h("input", {
    type: "date",
    max: today,
    value: date,
    "aria-label": t("otherDay"),
    onchange: () => isDay(field.value) && go(`/daily/${field.value}`),
  });
  return h(
    "nav",
    { class: "row", "aria-label": t("otherDay") },
    link(`/daily/${before}`, `‹ ${shortDayText(before)}`, { class: "btn" }),
    field,
    after <= today && link(`/daily/${after}`, `${shortDayText(after)} ›`, { class: "btn" }),
    after < today && link("/daily", t("today"), { class: "btn" }),
  );
}
