import { t, timeText } from "../i18n/index.js";
import { replayLink } from "../leaderboard/ranked-table.js";
import { playerLink, playerName } from "../profile/link.js";
import { h } from "../ui/dom.js";
import { numberText } from "../ui/numbers.js";
import { table } from "../ui/table.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { FlaggedRow } from "../net/messages.js" */

/** @type {(rule: string) => string} */
const ruleName = (rule) => t(/** @type {Key} */ (`x_rule_${rule}`));

/** What is left out of a leaderboard's ranks, with the reasons. @type {(rows: FlaggedRow[]) => HTMLElement} */
export const leftOut = (rows) =>
  h(
    "section",
    { class: "stack" },
    h("h3", {}, t("x_leftOut")),
    h("p", { class: "small soft" }, t("x_leftOutHelp")),
    h(
      "div",
      { class: "scroll-x" },
      table(
        [
          { head: t("player"), class: "text", cell: ({ player, name }) => playerLink(player, name) },
          { head: t("score"), cell: ({ score }) => numberText(score) },
          { head: t("time"), cell: ({ time_ms }) => timeText(time_ms) },
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
