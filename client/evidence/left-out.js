import { t, timeText } from "../i18n/index.js";
import { replayLink } from "../leaderboard/ranked-table.js";
import { playerLink, playerName } from "../profile/link.js";
import { h } from "../ui/dom.js";
import { numberText } from "../ui/numbers.js";
import { table } from "../ui/table.js";
import { ruleName } from "./rule-name.js";

/** @import { FlaggedRow } from "../net/messages.js" */

/** What is left out of a leaderboard's ranks, with the reasons. @type {(rows: FlaggedRow[], help?: string) => HTMLElement} */
export const leftOut = (rows, help = t("x_leftOutHelp")) =>
  h(
    "section",
    { class: "stack" },
    h("h3", {}, t("x_leftOut")),
    h("p", { class: "small soft" }, help),
    h(
      "div",
      { class: "scroll-x" },
      table(
        [
          { head: t("player"), class: "text", cell: ({ player, name }) => playerLink(player, name) },
          { head: t("score"), cell: ({ score = 0 }) => numberText(score) },
          rows.some(({ time_ms }) => time_ms) && {
            head: t("time"),
            cell: ({ time_ms = 0 }) => timeText(time_ms),
          },
          { head: "⚑", class: "text", cell: ({ rules }) => rules.map(ruleName).join(", ") },
          rows.some(({ game }) => game) && {
            head: t("replay"),
            cell: ({ game, name }) => (game ? replayLink(game, playerName(name)) : ""),
          },
        ],
        rows,
        { class: "leaderboard" },
      ),
    ),
  );
