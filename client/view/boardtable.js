import { t, timeText } from "../i18n/index.js";
import { h, link } from "./dom.js";
import { numberText } from "./format.js";
import { personLink, personText } from "./person.js";

/** @import { LeaderboardPage, LeaderboardRow } from "../net/messages.js" */
/** @import { Child } from "./dom.js" */
/** @typedef {{ me?: string, isSealed?: boolean, isShort?: boolean }} Reader who reads, whether replays may not be
 *    seen yet, and whether there is room for what is ranked by only */
/** @typedef {{ head: string, cell: (row: LeaderboardRow) => Child, isOptional?: boolean }} Column */

/** @type {(text: string | number | null | undefined) => string} */
const orDash = (text) => (text == null ? "–" : String(text));

/** @type {{ [kind in LeaderboardPage["kind"]]: () => Column[] }} */
const COLUMNS = {
  daily: gameColumns,
  best: gameColumns,
  wins: () => [{ head: t("winsShort"), cell: ({ value }) => numberText(value) }],
  streak: () => [{ head: t("daysShort"), cell: ({ value }) => numberText(value) }],
  rating: () => [
    { head: t("rating"), cell: ({ value }) => numberText(Math.round(value)) },
    { head: "±", cell: ({ sigma }) => orDash(sigma && numberText(Math.round(sigma))) },
  ],
};

/** What a game is ranked by; a phone has no room for more than that. @type {() => Column[]} */
function gameColumns() {
  return [
    { head: t("score"), cell: ({ score }) => orDash(score) },
    { head: t("lockedShort"), cell: ({ locked }) => orDash(locked), isOptional: true },
    { head: t("time"), cell: ({ time_ms }) => (time_ms == null ? "–" : timeText(time_ms)) },
    { head: t("movesShort"), cell: ({ moves }) => orDash(moves), isOptional: true },
    { head: t("shufflesShort"), cell: ({ shuffles }) => orDash(shuffles), isOptional: true },
  ];
}

/** Rows of a leaderboard: each with its player's page and its replay. @type {(page: LeaderboardPage, reader: Reader) => HTMLElement} */
export function boardTable({ kind, rows }, { me, isSealed = false, isShort = false }) {
  const columns = COLUMNS[kind]().filter((column) => !isShort || !column.isOptional);
  const hasReplays = !isSealed && rows.some(({ game }) => game);
  const optional = ({ isOptional = false }) => (isOptional ? { class: "opt" } : {});
  return h(
    "table",
    { class: "ranks" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "sr" }, t("rank")), "#"),
        h("th", { scope: "col", class: "l" }, t("player")),
        ...columns.map((column) => h("th", { scope: "col", ...optional(column) }, column.head)),
        hasReplays && h("th", { scope: "col" }, t("replay")),
      ),
    ),
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h(
          "tr",
          { class: row.player === me ? "me" : "" },
          h("td", {}, numberText(row.rank)),
          h("td", { class: "l" }, who(row, me)),
          ...columns.map((column) => h("td", optional(column), column.cell(row))),
          hasReplays && h("td", {}, row.game && replayLink(row.game, personText(row.name))),
        ),
      ),
    ),
  );
}

/** @type {(row: LeaderboardRow, me: string | undefined) => HTMLElement} */
const who = ({ player, name, won, provisional }, me) =>
  h(
    "span",
    { class: "who" },
    personLink(player, name),
    player === me && h("span", { class: "soft" }, ` ${t("you")}`),
    won && h("span", { class: "won", title: t("won") }, " ★", h("span", { class: "sr" }, ` ${t("won")}`)),
    provisional && h("span", { class: "tag" }, t("provisional")),
  );

/** @type {(game: string, name: string) => HTMLElement} */
export const replayLink = (game, name) =>
  link(`/g/${game}`, "▶", { "aria-label": t("replayOf", { name }), class: "btn quiet icon" });
