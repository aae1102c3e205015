import { secondsText, t } from "../i18n/index.js";
import { playerLink } from "../people/names.js";
import { h } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { note } from "../ui/parts.js";
import { table } from "../ui/table.js";
import { replayColumn, timeColumn } from "./columns.js";

/** @typedef {{ rule: string, values: { [name: string]: number } }} Flag the finding of a rule, with its numbers */

/** The findings of the server's examination of a game. @type {(found: { flags?: Flag[], cleared?: boolean }) => HTMLElement} */
export const findings = ({ flags = [], cleared }) =>
  h(
    "section.stack.small",
    h("p", h("b", t(cleared ? "x_cleared" : "x_flagged"))),
    h("ul.stack", ...flags.map((flag) => h("li", `⚑ ${sentence(flag)}`))),
    h("p.soft", t("x_help")),
  );

/** A flag with its numbers. @type {(flag: Flag) => string} */
function sentence({ rule, values }) {
  // Short pauses are in milliseconds: in seconds, they would be rounded to nothing.
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    !name.endsWith("ms") ? value : value < 1000 ? `${value} ms` : secondsText(value),
  ]);
  return t(/** @type {Key} */ (`x_${rule}`), Object.fromEntries(texts));
}

/** The games left out of a leaderboard's ranks, with the reasons. @type {(rows: wire.FlaggedRow[]) => HTMLElement} */
export const leftOut = (rows) =>
  h(
    "section.stack",
    h("h3", t("x_leftOut")),
    note(t("x_leftOutHelp")),
    table(
      [
        { head: t("player"), class: "text", cell: ({ player, name }) => playerLink(player, name) },
        { head: t("score"), cell: ({ score }) => numberText(score) },
        timeColumn(),
        {
          head: "⚑",
          class: "text",
          cell: ({ rules }) => rules.map((rule) => t(/** @type {Key} */ (`x_rule_${rule}`))).join(", "),
        },
        rows.some(({ game }) => game) && replayColumn(),
      ],
      rows,
      { class: "leaderboard" },
    ),
  );
