import { t } from "../../i18n/index.js";
import { now, request } from "../../net/api.js";
import { groupBoard } from "../../net/play.js";
import { rankedTable } from "../../scores/tables.js";
import { addDays, addMonths, dayHere } from "../../ui/dates.js";
import { h, link } from "../../ui/dom.js";
import { dayText, impsText, monthText, numberText, shortDayText } from "../../ui/format.js";
import { note } from "../../ui/parts.js";
import { toastError } from "../../ui/say.js";
import { groupHeader } from "./group-home.js";
import { againstWorld, boardTable, DAILIES, dailyName, OWN_DAILY, shareOwn } from "./group-today.js";

/** @import { Context } from "./group.js" */

/** The dailies of a date among the members of a group. @param {Context} context @param {string} day */
export function dayParts(context, day) {
  const { code, group, me, signal } = context;
  const [before, after] = [addDays(day, -1), addDays(day, 1)];
  const isOver = after > (group.today?.date ?? dayHere(now()));
  const boards = DAILIES.map((daily) =>
    dailyPanel(
      daily,
      group,
      groupBoard(code, daily, day, signal),
      ({ rows }) => rows.length > 0,
      (board) => [
        board.rows.length ? boardTable(board, me) : h("p.soft", t("nobody")),
        shareOwn(board, daily, context),
        daily === OWN_DAILY && raceOf(board)
          ? h("p", link(`/race/${raceOf(board)}`, t("watchDay"), "btn"))
          : "",
      ],
    ),
  );
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), "btn")),
    steps(
      t("otherDay"),
      dayText(day),
      step(code, before, `‹ ${shortDayText(before)}`),
      !isOver && step(code, after, `${shortDayText(after)} ›`),
      link(`/daily/${day}`, t("n_daily"), "btn"),
    ),
    ...boards,
  ];
}

/** The panel of a daily, with the data found. An own one is there only if the group has or had one. @template {{ variant?: string }} Found @param {string} daily @param {wire.Group} group @param {Promise<Found>} finding @param {(found: Found) => boolean} hadOne @param {(found: Found) => (HTMLElement | "")[]} parts */
function dailyPanel(daily, group, finding, hadOne, parts) {
  const isOwn = daily === OWN_DAILY;
  const place = h("div.stack", { "aria-busy": "true" });
  const head = h("h2", dailyName(daily));
  const isShown = !isOwn || !!group.daily?.variant;
  const panel = h("section.panel", { hidden: !isShown }, head, place);
  finding.then((found) => {
    place.removeAttribute("aria-busy");
    head.textContent = dailyName(daily, found.variant === OWN_DAILY ? "" : found.variant); // a season names no variant
    if (!isShown && !hadOne(found)) return;
    panel.hidden = false;
    place.append(...parts(found));
  }, toastError);
  return panel;
}

/** The race of all games of an own daily, once it is revealed. @param {wire.GroupBoard} board */
const raceOf = ({ rows }) => rows.length > 1 && rows.every((row) => row.race) && rows[0].race;

/** The way from a day or a month to others. @type {(label: string, title: string, ...ways: Child[]) => HTMLElement} */
const steps = (label, title, ...ways) => h("nav.row", { "aria-label": label }, h("h2.grow", title), ...ways);

/** @type {(code: string, period: Day | Month, text: string) => HTMLElement} */
const step = (code, period, text) => link(`/group/${code}/${period}`, text, "btn");

/** The season of a month among the members of a group. @param {Context} context @param {Month} month */
export function seasonParts(context, month) {
  const { code, group, me, signal } = context;
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  const last = addDays(`${after}-01`, -1);
  const seasons = DAILIES.map((daily) =>
    dailyPanel(
      daily,
      group,
      request(
        "GET groups/{group}/seasons/{variant}/{first}/{last}",
        { group: code, variant: daily, first: `${month}-01`, last },
        { signal },
      ),
      ({ rows }) => rows.some(({ deals }) => deals),
      (season) => (season.rows.length ? seasonTables(season, me) : [h("p.soft", t("noSeason"))]),
    ),
  );
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), "btn")),
    steps(
      t("otherMonth"),
      t("seasonOf", { month: monthText(month) }),
      step(code, before, `‹ ${monthText(before)}`),
      after <= dayHere(now()).slice(0, 7) && step(code, after, `${monthText(after)} ›`),
    ),
    ...seasons,
    note(t("seasonHelp")),
  ];
}

/** The table of a season, or one for each division. @param {wire.GroupSeason} season @param {string} me */
function seasonTables(season, me) {
  const divisions = [...new Set(season.rows.map(({ division }) => division))];
  return divisions.flatMap((each) => {
    const rows = season.rows.filter(({ division }) => division === each);
    const shown = seasonTable({ ...season, rows }, me);
    return each ? [h("h3", t("divisionNumber", { n: each })), shown] : [shown];
  });
}

/** Where a member would be next, if the month ended now. @param {wire.GroupSeason["rows"][number]} row */
const zoneOf = ({ zone }) =>
  zone &&
  h(
    `span.zone.${zone}`,
    h("span", { "aria-hidden": "true" }, zone === "up" ? "▲" : "▼"),
    h("span.visually-hidden", t(`zone_${zone}`)),
  );

/** @param {wire.GroupSeason} season @param {string} me */
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
