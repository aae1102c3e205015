import { signed, t, timeText } from "../i18n/index.js";
import { rankedTable } from "../scores/tables.js";
import { h } from "../ui/dom.js";
import { impsText } from "../ui/format.js";

/** @import { GroupBoard } from "../net/messages.js" */

/** A daily among the members of a group. @param {GroupBoard} board @param {string} me */
export const boardTable = ({ rows }, me) =>
  rankedTable(rows, me, [
    { head: t("againstGroup"), cell: ({ against_group: score }) => h("b", {}, impsText(score)) },
    rows.some(({ against_world: score }) => score != null) && {
      head: t("againstWorld"),
      class: "hide-tiny",
      cell: ({ against_world: score }) => (score == null ? "–" : impsText(score)),
    },
    { head: t("score"), class: "hide-narrow", cell: ({ score }) => signed(score) },
    { head: t("time"), cell: ({ time_ms: ms }) => timeText(ms) },
    { head: t("shufflesShort"), class: "hide-narrow", cell: ({ shuffles }) => shuffles },
  ]);
