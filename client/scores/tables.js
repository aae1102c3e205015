import { signed, t, timeText } from "../i18n/index.js";
import { playerLink, playerName, playerTag } from "../people/names.js";
import { h, icon, link } from "../ui/dom.js";
import { impsText, numberText } from "../ui/format.js";
import { tag } from "../ui/parts.js";
import { table } from "../ui/table.js";

/** @import { LeaderboardPage, LeaderboardRow } from "../net/messages.js" */
/** @import { Column } from "../ui/table.js" */

/**
 * A player on a leaderboard.
 * @typedef {{ rank?: number | null, player: string, name: string, won?: boolean, result?: { won: boolean } | null, provisional?: boolean,
 *   scouted?: boolean, game?: string | null }} Ranked
 */

/**
 * A table of ranked players: rank and player, then `columns`, then the replays, if any may be seen. `me` is the reader.
 * @template {Ranked} Row
 * @param {readonly Row[]} rows @param {string | undefined} me @param {(Column<Row> | false)[]} columns
 */
export const rankedTable = (rows, me, columns) =>
  table(
    [
      {
        head: h("span", h("span.visually-hidden", t("rank")), "#"),
        cell: ({ rank }) => rank && numberText(rank),
      },
      { head: t("player"), class: "text", cell: (row) => who(row, me) },
      ...columns,
      rows.some(({ game }) => game) && {
        head: t("replay"),
        cell: ({ game, name }) => game && replayLink(game, playerName(name)),
      },
    ],
    rows,
    { class: "leaderboard", rowClass: ({ player }) => (player === me ? "me" : "") },
  );

/** @type {(row: Ranked, me: string | undefined) => HTMLElement} */
const who = ({ player, name, result, won = result?.won, provisional, scouted }, me) =>
  h(
    "span.who",
    playerLink(player, name),
    playerTag(player),
    player === me && h("span.soft", ` ${t("you")}`),
    won && sign("★", t("won")),
    scouted && sign("⚑", t("x_rule_scouted")),
    provisional && tag(t("provisional")),
  );

/** @type {(sign: string, meaning: string) => HTMLElement} */
const sign = (sign, meaning) =>
  h("span.won", { title: meaning }, ` ${sign}`, h("span.visually-hidden", ` ${meaning}`));

/** @type {(game: string, name: string) => HTMLElement} */
export const replayLink = (game, name) =>
  link(`/g/${game}`, icon("start"), { "aria-label": t("replayOf", { name }), class: "btn quiet icon" });

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
