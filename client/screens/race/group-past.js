import { t } from "../../i18n/index.js";
import { now } from "../../net/api.js";
import { groupBoard, groupSeason } from "../../net/groups.js";
import { rankedTable } from "../../scores/tables.js";
import { addDays, addMonths, dayHere } from "../../ui/dates.js";
import { h, link } from "../../ui/dom.js";
import { dayText, impsText, monthText, numberText, shortDayText } from "../../ui/format.js";
import { scrollable } from "../../ui/parts.js";
import { toastError } from "../../ui/say.js";
import { groupHeader } from "./group-home.js";
import { againstWorld, boardTable, DAILIES, dailyName, OWN_DAILY, shareOwn } from "./group-today.js";

/** @import { GroupBoard, GroupSeason } from "../../net/messages.js" */
/** @import { Month } from "../../ui/dates.js" */
/** @import { Context } from "./group.js" */

/** The dailies of a date among the members of a group. @param {Context} context @param {string} day */
export function dayParts(context, day) {
  const { code, group, me, signal } = context;
  const boards = DAILIES.map((daily) => {
    const place = h("div.stack", { "aria-busy": "true" });
    const head = h("h2", dailyName(daily));
    const isShown = daily !== OWN_DAILY || !!group.daily?.variant;
    const look = `panel${daily === OWN_DAILY ? " full-width" : ""}`;
    const panel = h("section", { class: look, hidden: !isShown }, head, place);
    groupBoard(code, daily, day, signal).then((board) => {
      place.removeAttribute("aria-busy");
      head.textContent = dailyName(daily, board.variant);
      if (!isShown && !board.rows.length) return;
      panel.hidden = false;
      place.append(
        board.rows.length ? scrollable(boardTable(board, me)) : h("p.soft", t("nobody")),
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
  return race ? h("p", link(`/race/${race}`, t("watchDay"), { class: "btn" })) : "";
}

/** @param {Context} context @param {string} day */
function days({ code, group }, day) {
  const before = addDays(day, -1);
  const after = addDays(day, 1);
  return h(
    "nav.full-width.row",
    { "aria-label": t("otherDay") },
    h("h2.grow", dayText(day)),
    link(`/group/${code}/${before}`, `‹ ${shortDayText(before)}`, { class: "btn" }),
    after <= (group.today?.date ?? dayHere(now())) &&
      link(`/group/${code}/${after}`, `${shortDayText(after)} ›`, { class: "btn" }),
    link(`/daily/${day}`, t("n_daily"), { class: "btn" }),
  );
}

/** The season of a month among the members of a group. @param {Context} context @param {Month} month */
export function seasonParts(context, month) {
  const { code, group } = context;
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), { class: "btn" })),
    months(code, month),
    ...DAILIES.map((daily) => seasonPanel(daily, context, month)),
    h("p.full-width.small.soft", t("seasonHelp")),
  ];
}

/** @param {string} daily @param {Context} context @param {Month} month */
function seasonPanel(daily, { code, group, me, signal }, month) {
  const place = h("div.stack", { "aria-busy": "true" });
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const isShown = daily !== OWN_DAILY || !!group.daily?.variant;
  const look = `panel${daily === OWN_DAILY ? " full-width" : ""}`;
  const panel = h("section", { class: look, hidden: !isShown }, h("h2", dailyName(daily)), place);
  groupSeason(code, daily, `${month}-01`, last, signal).then((season) => {
    place.removeAttribute("aria-busy");
    if (!isShown && !season.rows.some(({ deals }) => deals)) return;
    panel.hidden = false;
    place.append(...(season.rows.length ? seasonTables(season, me) : [h("p.soft", t("noSeason"))]));
  }, toastError);
  return panel;
}

/** The table of a season, or one for each division. @param {GroupSeason} season @param {string} me */
function seasonTables(season, me) {
  const divisions = [...new Set(season.rows.map(({ division }) => division))];
  return divisions.flatMap((each) => {
    const rows = season.rows.filter(({ division }) => division === each);
    const shown = scrollable(seasonTable({ ...season, rows }, me));
    return each ? [h("h3", t("divisionNumber", { n: each })), shown] : [shown];
  });
}

/** Where a member would be next, if the month ended now. @param {GroupSeason["rows"][number]} row */
const zoneOf = ({ zone }) =>
  zone &&
  h(
    `span.zone.${zone}`,
    h("span", { "aria-hidden": "true" }, zone === "up" ? "▲" : "▼"),
    h("span.visually-hidden", t(`zone_${zone}`)),
  );

/** @param {GroupSeason} season @param {string} me */
const seasonTable = ({ rows, min_deals: least }, me) =>
  rankedTable(rows, me, [
    rows.some(({ zone }) => zone) && { head: h("span.visually-hidden", t("divisions")), cell: zoneOf },
    { head: t("seasonDeals"), cell: ({ deals }) => numberText(deals) },
    {
      head: t("againstGroup"),
      cell: ({ score, deals }) =>
        score == null ? h("span.small.soft", t("stillNeeds", { n: least - deals })) : h("b", impsText(score)),
    },
    againstWorld(rows),
  ]);

/** @param {string} code @param {Month} month */
function months(code, month) {
  const before = addMonths(month, -1);
  const after = addMonths(month, 1);
  return h(
    "nav.full-width.row",
    { "aria-label": t("otherMonth") },
    h("h2.grow", t("seasonOf", { month: monthText(month) })),
    link(`/group/${code}/${before}`, `‹ ${monthText(before)}`, { class: "btn" }),
    after <= dayHere(now()).slice(0, 7) &&
      link(`/group/${code}/${after}`, `${monthText(after)} ›`, { class: "btn" }),
  );
}
