import { signed, t, timeText } from "../i18n/index.js";
import { impsText } from "../leaderboard/table.js";
import { playerLink, playerName } from "../profile/link.js";
import { playerTag } from "../profile/tag.js";
import { h, icon, link } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { table } from "../ui/table.js";

/** @import { GroupBoard, GroupRow } from "../net/messages.js" */

/** A daily among the members of a group. @param {GroupBoard} board @param {string} me */
export const boardTable = ({ rows }, me) =>
  table(
    [
      {
        head: h("span", {}, h("span", { class: "visually-hidden" }, t("rank")), "#"),
        cell: ({ rank }) => numberText(rank),
      },
      { head: t("player"), class: "text", cell: (row) => who(row, me) },
      { head: t("againstGroup"), cell: ({ against_group: score }) => h("b", {}, impsText(score)) },
      rows.some(({ against_world: score }) => score != null) && {
        head: t("againstWorld"),
        class: "hide-tiny",
        cell: ({ against_world: score }) => (score == null ? "–" : impsText(score)),
      },
      { head: t("score"), class: "hide-narrow", cell: ({ score }) => signed(score) },
      { head: t("time"), cell: ({ time_ms: ms }) => timeText(ms) },
      { head: t("shufflesShort"), class: "hide-narrow", cell: ({ shuffles }) => shuffles },
      rows.some(({ game }) => game) && { head: t("replay"), cell: replay },
    ],
    rows,
    { class: "leaderboard", rowClass: ({ player }) => (player === me ? "me" : "") },
  );

/** @param {GroupRow} row @param {string} me */
const who = ({ player, name, won }, me) =>
  h(
    "span",
    { class: "who" },
    playerLink(player, name),
    playerTag(player),
    player === me && h("span", { class: "soft" }, ` ${t("you")}`),
    won && h("span", { class: "won" }, " ★", h("span", { class: "visually-hidden" }, ` ${t("won")}`)),
  );

/** @param {GroupRow} row */
const replay = ({ game, name }) =>
  game &&
  link(`/g/${game}`, icon("start"), {
    "aria-label": t("replayOf", { name: playerName(name) }),
    class: "btn quiet icon",
  });
