import { t, timeText } from "../i18n/index.js";
import { impsText } from "../leaderboard/table.js";
import { playerLink, playerName } from "../profile/link.js";
import { playerTag } from "../profile/tag.js";
import { h, icon, link } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { table } from "../ui/table.js";

/** @import { ChallengeGame } from "../net/messages.js" */

/** The results of a challenge. @param {ChallengeGame[]} results @param {string} me */
export const resultsTable = (results, me) =>
  table(
    [
      {
        head: h("span", {}, h("span", { class: "visually-hidden" }, t("rank")), "#"),
        cell: ({ rank }) => numberText(rank),
      },
      { head: t("player"), class: "text", cell: (row) => who(row, me) },
      results.length > 1 && { head: "+/−", cell: ({ score }) => h("b", {}, impsText(score)) },
      { head: t("lockedShort"), cell: ({ locked }) => locked },
      { head: t("time"), cell: ({ time_ms: ms }) => timeText(ms) },
      { head: t("shufflesShort"), class: "hide-narrow", cell: ({ shuffles }) => shuffles },
      { head: t("replay"), cell: replay },
    ],
    results,
    { class: "leaderboard", rowClass: ({ player }) => (player === me ? "me" : "") },
  );

/** @param {ChallengeGame} row @param {string} me */
const who = ({ player, name, won }, me) =>
  h(
    "span",
    { class: "who" },
    playerLink(player, name),
    playerTag(player),
    player === me && h("span", { class: "soft" }, ` ${t("you")}`),
    won && h("span", { class: "won" }, " ★", h("span", { class: "visually-hidden" }, ` ${t("won")}`)),
  );

/** @param {ChallengeGame} row */
const replay = ({ game, name }) =>
  game &&
  link(`/g/${game}`, icon("start"), {
    "aria-label": t("replayOf", { name: playerName(name) }),
    class: "btn quiet icon",
  });

/** How a game ended, in a few words. @param {ChallengeGame} game */
export const outcomeText = ({ locked, time_ms, won }) =>
  won ? t("beatWon", { time: timeText(time_ms) }) : t("beatLocked", { n: locked });
