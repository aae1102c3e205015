import { t, timeText } from "../i18n/index.js";
import { rankedTable } from "../scores/tables.js";
import { h } from "../ui/dom.js";
import { impsText } from "../ui/format.js";

/** @import { ChallengeGame } from "../net/messages.js" */

/** The results of a challenge. @param {ChallengeGame[]} results @param {string} me */
export const resultsTable = (results, me) =>
  rankedTable(results, me, [
    results.some(({ imps }) => imps != null) && {
      head: "+/−",
      cell: ({ imps }) => h("b", {}, impsText(imps ?? 0)),
    },
    { head: t("lockedShort"), cell: ({ locked }) => locked },
    { head: t("time"), cell: ({ time_ms: ms }) => timeText(ms) },
    { head: t("shufflesShort"), class: "hide-narrow", cell: ({ shuffles }) => shuffles },
  ]);

/** How a game ended, in a few words. @param {ChallengeGame} game */
export const outcomeText = ({ locked, time_ms, won }) =>
  won ? t("beatWon", { time: timeText(time_ms) }) : t("beatLocked", { n: locked });
