import { signed, t, timeText } from "../i18n/index.js";
import { impsText, numberText } from "../ui/numbers.js";
import { rankedTable } from "./ranked-table.js";

/** @import { LeaderboardPage, LeaderboardRow } from "../net/messages.js" */
/** @import { Column } from "../ui/table.js" */
/**
 * @typedef {{ me?: string, isShort?: boolean }} Reader the player who reads; whether there is room only for what is
 *   ranked by
 */

/** @type {(text: string | number | null | undefined) => string} */
const orDash = (text) => (text == null ? "–" : signed(text));

/** @type {{ [kind in LeaderboardPage["kind"]]: (isShort: boolean) => (Column<LeaderboardRow> | false)[] }} */
const COLUMNS = {
  daily: gameColumns,
  duplicate: () => [
    { head: t("meanShort"), cell: ({ value }) => impsText(value) },
    { head: t("deals"), cell: ({ deals }) => orDash(deals) },
  ],
  streak: () => [{ head: t("daysShort"), cell: ({ value }) => numberText(value) }],
  rating: ratingColumns,
  programs: ratingColumns,
};

/** @type {() => Column<LeaderboardRow>[]} */
function ratingColumns() {
  return [
    { head: t("rating"), cell: ({ value }) => numberText(Math.round(value)) },
    { head: "±", cell: ({ sigma }) => orDash(sigma && numberText(Math.round(sigma))) },
  ];
}

/** The columns of games. @type {(isShort: boolean) => (Column<LeaderboardRow> | false)[]} */
function gameColumns(isShort) {
  const optional = { class: "hide-narrow" };
  return [
    { head: t("score"), cell: ({ result }) => orDash(result?.score) },
    !isShort && { head: t("lockedShort"), cell: ({ result }) => orDash(result?.locked), ...optional },
    { head: t("time"), cell: ({ result }) => (result ? timeText(result.time_ms) : "–") },
    !isShort && { head: t("movesShort"), cell: ({ result }) => orDash(result?.moves), ...optional },
    !isShort && { head: t("shufflesShort"), cell: ({ result }) => orDash(result?.shuffles), ...optional },
    !isShort && {
      head: t("fieldShort"),
      cell: ({ duplicate }) => (duplicate == null ? "–" : impsText(duplicate)),
      ...optional,
    },
  ];
}

/** A page of a leaderboard: each row with its player's page and its replay. @type {(page: LeaderboardPage, reader: Reader) => HTMLElement} */
export const leaderboardTable = ({ kind, items }, { me, isShort = false }) =>
  rankedTable(items, me, COLUMNS[kind](isShort));
