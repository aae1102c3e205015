import { t } from "../i18n/index.js";
import { now } from "../net/api.js";
import { groupSeason } from "../net/groups.js";
import { rankedTable } from "../scores/tables.js";
import { addDays, addMonths, dayAt } from "../ui/dates.js";
import { h, link } from "../ui/dom.js";
import { impsText, monthText, numberText } from "../ui/format.js";
import { toastError } from "../ui/say.js";
import { DAILIES, dailyName, OWN_DAILY } from "./dailies.js";
import { groupHeader } from "./header.js";

/** @import { GroupSeason } from "../net/messages.js" */
/** @import { Month } from "../ui/dates.js" */
/** @import { Context } from "./screen.js" */

/** The season of a month among the members of a group. @param {Context} context @param {Month} month */
export function parts(context, month) {
  const { code, group } = context;
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), { class: "btn" })),
    months(code, month),
    ...DAILIES.map((daily) => panel(daily, context, month)),
    h("p", { class: "full-width small soft" }, t("seasonHelp")),
  ];
}

/** @param {string} daily @param {Context} context @param {Month} month */
function panel(daily, { code, group, me, signal }, month) {
  const place = h("div", { class: "stack", "aria-busy": "true" });
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const isShown = daily !== OWN_DAILY || !!group.daily?.variant;
  const look = `panel${daily === OWN_DAILY ? " full-width" : ""}`;
  const panel = h("section", { class: look, hidden: !isShown }, h("h2", {}, dailyName(daily)), place);
  groupSeason(code, daily, `${month}-01`, last, signal).then((season) => {
    place.removeAttribute("aria-busy");
    if (!isShown && !season.rows.length) return;
    panel.hidden = false;
    place.append(
      season.rows.length
        ? h("div", { class: "scroll-x" }, seasonTable(season, me))
        : h("p", { class: "soft" }, t("noSeason")),
    );
  }, toastError);
  return panel;
}

/** @param {GroupSeason} season @param {string} me */
const seasonTable = ({ rows, min_deals: least }, me) =>
  rankedTable(rows, me, [
    { head: t("seasonDeals"), cell: ({ deals }) => numberText(deals) },
    {
      head: t("againstGroup"),
      cell: ({ score, deals }) =>
        score == null
          ? h("span", { class: "small soft" }, t("stillNeeds", { n: least - deals }))
          : h("b", {}, impsText(score)),
    },
    rows.some(({ against_world: score }) => score != null) && {
      head: t("againstWorld"),
      class: "hide-tiny",
      cell: ({ against_world: score }) => (score == null ? "–" : impsText(score)),
    },
  ]);

/** @param {string} code @param {Month} month */
function months(code, month) {
  const before = addMonths(month, -1);
  const after = addMonths(month, 1);
  return h(
    "nav",
    { class: "full-width row", "aria-label": t("otherMonth") },
    h("h2", { class: "grow" }, t("seasonOf", { month: monthText(month) })),
    link(`/group/${code}/${before}`, `‹ ${monthText(before)}`, { class: "btn" }),
    after <= dayAt(now()).slice(0, 7) &&
      link(`/group/${code}/${after}`, `${monthText(after)} ›`, { class: "btn" }),
  );
}
