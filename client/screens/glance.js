import { t, timeText } from "../i18n/index.js";
import { now } from "../net/api.js";
import { dailies, leaderboard } from "../net/pages.js";
import { h, link } from "../view/dom.js";
import { dayText, numberText } from "../view/format.js";
import { nav } from "../view/nav.js";
import { variantName } from "../view/rulestext.js";
import { spanText } from "../view/spantext.js";
import { certificateText } from "./dailypanel.js";

/** @import { Shell } from "../view/shell.js" */
/** @import { LeaderboardPage, Daily, DailyList } from "../net/messages.js" */

const TICK_MS = 20000;

/** Today's dailies at a glance. Gives what closes it. @param {Shell} shell @param {HTMLElement} element */
export function glance(shell, element) {
  nav(shell);
  const rest = h("p", { class: "small soft" });
  /** @type {DailyList | null} */
  let list = null;
  let isClosed = false;
  const show = async () => {
    list = await dailies();
    const items = await Promise.all(list.dailies.map(item));
    if (isClosed) return;
    element.replaceChildren(
      h("h2", {}, t("todaysDailies"), " ", h("span", { class: "soft" }, dayText(list.date))),
      h("ul", { class: "glance" }, ...items),
      h("div", { class: "row" }, rest, link("/boards", t("boards"), { class: "small" })),
    );
    showRest();
  };
  /** Says whether today's dailies are over. */
  const showRest = () => {
    const ms = (list?.dailies[0]?.closes_at ?? Infinity) - now();
    rest.textContent = ms > 0 && ms < Infinity ? t("nextIn", { time: spanText(ms) }) : "";
    return ms <= 0;
  };
  const timer = setInterval(() => {
    if (showRest()) show().catch(() => {});
  }, TICK_MS);
  show().catch(() => {
    // The rest of the page is of use without.
    element.hidden = true;
  });
  return () => {
    isClosed = true;
    clearInterval(timer);
  };
}

/** @param {Daily} daily */
async function item(daily) {
  const { date, variant, attempt, certificate } = daily;
  const page = attempt?.ended
    ? await leaderboard("daily", date, variant, { limit: 1 }).catch(() => null)
    : null;
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
        page?.mine ? own(page) : certificate ? certificateText(certificate) : t("onePerDay"),
      ),
    ),
    attempt && !attempt.ended
      ? link(`/r/${attempt.room}`, t("goOn"), { class: "btn main" })
      : link(`/daily/${date}`, t(attempt ? "result" : "playIt"), { class: attempt ? "btn" : "btn main" }),
  );
}

/** @type {(page: LeaderboardPage) => string} */
const own = ({ mine, size }) =>
  mine
    ? `${t("placeOf", { rank: numberText(mine.rank), of: numberText(size) })} · ${mine.won ? `★ ${timeText(mine.time_ms ?? 0)}` : t("points", { n: mine.score ?? 0 })}`
    : "";
