import { t, timeText, variantName } from "../i18n/index.js";
import { now } from "../net/api.js";
import { dailies, leaderboard } from "../net/play.js";
import { certificateText } from "../scores/daily.js";
import { h, link } from "../ui/dom.js";
import { shortDayText, spanText } from "../ui/format.js";
import { every } from "../ui/timers.js";

/** @import { Daily, DailyList, LeaderboardPage } from "../net/messages.js" */

const TICK_MS = 20000;

/** Show today's dailies in short, and those of the next day once they begin. @param {HTMLElement} element @param {AbortSignal} signal */
export async function showToday(element, signal) {
  const timeLeft = h("p", { class: "small soft" });
  element.replaceChildren(h("h2", {}, t("todaysDailies")));
  /** @type {DailyList | null} */
  let list = null;
  const show = async () => {
    list = await dailies("", signal);
    const items = await Promise.all(list.dailies.map((daily) => item(daily, signal)));
    signal.throwIfAborted();
    element.replaceChildren(
      h("h2", {}, t("todaysDailies"), " ", h("span", { class: "soft day" }, shortDayText(list.date))),
      h("ul", { class: "dailies" }, ...items),
      h("div", { class: "row" }, timeLeft, link("/boards", t("n_boards"), { class: "small" })),
    );
    showTimeLeft(timeLeft, list);
  };
  every(TICK_MS, () => showTimeLeft(timeLeft, list) || show().catch(() => {}), signal);
  // Without it, the rest of the page is still of use.
  await show().catch(() => {
    element.hidden = true;
  });
}

/** Show how long today's dailies still last; return whether they do, as far as is known. @type {(element: HTMLElement, list: DailyList | null) => boolean} */
function showTimeLeft(element, list) {
  const left = (list?.dailies[0]?.closes_at ?? Infinity) - now();
  element.textContent = left > 0 && left < Infinity ? t("nextIn", { time: spanText(left) }) : "";
  return left > 0;
}

/** @param {Daily} daily @param {AbortSignal} signal */
async function item(daily, signal) {
  const { date, variant, attempt, certificate } = daily;
  const page = attempt?.ended
    ? await leaderboard("daily", date, variant, { limit: 1 }, signal).catch(() => null)
    : null;
  const { href, text } = way(daily);
  return h(
    "li",
    {},
    h(
      "div",
      { class: "grow" },
      h("b", {}, variantName(variant)),
      h(
        "p",
        { class: "small soft" },
        page?.mine ? ownText(page) : certificate ? certificateText(certificate) : t("onePerDay"),
      ),
    ),
    link(href, text, { class: "btn", "aria-label": `${text}: ${variantName(variant)}` }),
  );
}

/** Where to go on with a daily. @type {(daily: Daily) => { href: string, text: string }} */
function way({ attempt, date }) {
  if (attempt && !attempt.ended) return { href: `/r/${attempt.room}`, text: t("goOn") };
  return { href: `/daily/${date}`, text: t(attempt ? "result" : "playIt") };
}

/** The own rank, and what it was reached with. @type {(page: LeaderboardPage) => string} */
function ownText({ mine, size }) {
  if (!mine) return "";
  const rank = t("placeOf", { rank: mine.rank, of: size });
  const { won, time_ms = 0, score = 0 } = mine.result ?? {};
  const result = won ? `★ ${timeText(time_ms)}` : t("points", { n: score });
  return `${rank} · ${result}`;
}
