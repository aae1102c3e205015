import { t } from "../i18n/index.js";
import { now } from "../net/api.js";
import { groupBoard } from "../net/groups.js";
import { addDays, dayAt } from "../ui/dates.js";
import { h, link } from "../ui/dom.js";
import { dayText, shortDayText } from "../ui/format.js";
import { toastError } from "../ui/say.js";
import { boardTable } from "./board.js";
import { DAILIES, dailyName, OWN_DAILY } from "./dailies.js";
import { groupHeader } from "./header.js";
import { shareOwn } from "./share.js";

/** @import { GroupBoard } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** The dailies of a date among the members of a group. @param {Context} context @param {string} day */
export function parts(context, day) {
  const { code, group, me, signal } = context;
  const boards = DAILIES.map((daily) => {
    const place = h("div", { class: "stack", "aria-busy": "true" });
    const head = h("h2", {}, dailyName(daily));
    const isShown = daily !== OWN_DAILY || !!group.daily?.variant;
    const look = `panel${daily === OWN_DAILY ? " full-width" : ""}`;
    const panel = h("section", { class: look, hidden: !isShown }, head, place);
    groupBoard(code, daily, day, signal).then((board) => {
      place.removeAttribute("aria-busy");
      head.textContent = dailyName(daily, board.variant);
      if (!isShown && !board.rows.length) return;
      panel.hidden = false;
      place.append(
        board.rows.length
          ? h("div", { class: "scroll-x" }, boardTable(board, me))
          : h("p", { class: "soft" }, t("nobody")),
        shareOwn(board, daily, context),
        daily === OWN_DAILY ? together(board) : "",
      );
    }, toastError);
    return panel;
  });
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), { class: "btn" })),
    days(context, day),
    ...boards,
  ];
}

/** The way to all games of an own daily, replayed together, once it is revealed. @param {GroupBoard} board */
function together({ rows }) {
  const race = rows.length > 1 && rows.every((row) => row.race) && rows[0].race;
  return race ? h("p", {}, link(`/race/${race}`, t("watchDay"), { class: "btn" })) : "";
}

/** @param {Context} context @param {string} day */
function days({ code, group }, day) {
  const before = addDays(day, -1);
  const after = addDays(day, 1);
  return h(
    "nav",
    { class: "full-width row", "aria-label": t("otherDay") },
    h("h2", { class: "grow" }, dayText(day)),
    link(`/group/${code}/${before}`, `‹ ${shortDayText(before)}`, { class: "btn" }),
    after <= (group.today?.date ?? dayAt(now())) &&
      link(`/group/${code}/${after}`, `${shortDayText(after)} ›`, { class: "btn" }),
    link(`/daily/${day}`, t("n_daily"), { class: "btn" }),
  );
}
