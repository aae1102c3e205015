import { signed, t, timeText } from "../i18n/index.js";
import { playerLink, playerName } from "../profile/link.js";
import { playerTag } from "../profile/tag.js";
import { h, icon, link } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { table } from "../ui/table.js";

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

/** A score of comparisons, always with its sign. @type {(value: number) => string} */
export const impsText = (value) =>
  numberText(value, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });

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
    { head: t("score"), cell: ({ score }) => orDash(score) },
    !isShort && { head: t("lockedShort"), cell: ({ locked }) => orDash(locked), ...optional },
    { head: t("time"), cell: ({ time_ms }) => (time_ms == null ? "–" : timeText(time_ms)) },
    !isShort && { head: t("movesShort"), cell: ({ moves }) => orDash(moves), ...optional },
    !isShort && { head: t("shufflesShort"), cell: ({ shuffles }) => orDash(shuffles), ...optional },
    !isShort && {
      head: t("fieldShort"),
      cell: ({ duplicate }) => (duplicate == null ? "–" : impsText(duplicate)),
      ...optional,
    },
  ];
}

/** A page of a leaderboard: each row with its player's page and its replay. @type {(page: LeaderboardPage, reader: Reader) => HTMLElement} */
export function leaderboardTable({ kind, rows }, { me, isShort = false }) {
  const hasReplays = rows.some(({ game }) => game);
  return table(
    [
      {
        head: h("span", {}, h("span", { class: "visually-hidden" }, t("rank")), "#"),
        cell: ({ rank }) => numberText(rank),
      },
      { head: t("player"), class: "text", cell: (row) => who(row, me) },
      ...COLUMNS[kind](isShort),
      hasReplays && {
        head: t("replay"),
        cell: ({ game, name }) => game && replayLink(game, playerName(name)),
      },
    ],
    rows,
    { class: "leaderboard", rowClass: ({ player }) => (player === me ? "me" : "") },
  );
}

/** @type {(row: LeaderboardRow, me: string | undefined) => HTMLElement} */
const who = ({ player, name, won, provisional }, me) =>
  h(
    "span",
    { class: "who" },
    playerLink(player, name),
    playerTag(player),
    player === me && h("span", { class: "soft" }, ` ${t("you")}`),
    won &&
      h(
        "span",
        { class: "won", title: t("won") },
        " ★",
        h("span", { class: "visually-hidden" }, ` ${t("won")}`),
      ),
    provisional && h("span", { class: "tag" }, t("provisional")),
  );

/** @type {(game: string, name: string) => HTMLElement} */
export const replayLink = (game, name) =>
  link(`/g/${game}`, icon("start"), { "aria-label": t("replayOf", { name }), class: "btn quiet icon" });
