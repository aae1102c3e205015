import { t } from "../i18n/index.js";
import { playerLink, playerName } from "../profile/link.js";
import { playerTag } from "../profile/tag.js";
import { h, icon, link } from "../ui/dom.js";
import { numberText } from "../ui/numbers.js";
import { table } from "../ui/table.js";

/** @import { Column } from "../ui/table.js" */
/**
 * A player on a leaderboard.
 * @typedef {{ rank?: number | null, player: string, name: string, won?: boolean, result?: { won: boolean } | null, provisional?: boolean,
 *   game?: string | null }} Ranked
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
        head: h("span", {}, h("span", { class: "visually-hidden" }, t("rank")), "#"),
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
const who = ({ player, name, result, won = result?.won, provisional }, me) =>
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
