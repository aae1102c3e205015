import { signed, t, timeText, variantName } from "../../i18n/index.js";
import { distributionPanel } from "../../scores/daily.js";
import { accuracyPanel } from "../../scores/form.js";
import { h, link } from "../../ui/dom.js";
import { numberText, percentText } from "../../ui/format.js";
import { panel } from "../../ui/parts.js";
import { table } from "../../ui/table.js";

/** More statistics of a player's results. @type {(page: wire.PlayerPage) => HTMLElement[]} */
export const moreStats = ({ statistics, calendar, accuracy }) =>
  [
    panel(t("figuresTitle"), statistics.length ? byVariant(statistics) : h("p.soft", t("noRankedGames"))),
    calendar.length > 0 && distributionPanel(calendar),
    !!accuracy?.length && accuracyPanel(accuracy),
  ].filter((each) => each !== false);

/** @type {(all: wire.VariantStatistics[]) => HTMLElement} */
const byVariant = (all) =>
  table(
    [
      { head: t("variant"), class: "text", isRowHead: true, cell: ({ variant }) => variantName(variant) },
      { head: t("gamesPlayed"), cell: ({ games }) => numberText(games) },
      {
        head: t("winRate"),
        class: "hide-smallest",
        cell: ({ games, wins }) => [
          percentText(wins, games),
          h("span.rate", { "aria-hidden": "true" }, h("span", { "--share": wins / games })),
        ],
      },
      {
        head: t("bestTime"),
        cell: ({ best_time_ms: ms, best_time_game: game }) =>
          best(game, ms == null ? null : timeText(ms), t("bestTime")),
      },
      {
        head: t("bestScore"),
        cell: ({ best_score: score, best_score_game: game }) =>
          best(game, score == null ? null : signed(score), t("bestScore")),
      },
    ],
    all,
  );

/** A best result, with a link to its replay. @type {(game: string | null | undefined, text: string | null, name: string) => Child} */
const best = (game, text, name) =>
  !text
    ? "–"
    : game
      ? link(`/g/${game}`, text, { class: "best", "aria-label": `${name}: ${text}, ${t("replay")}` })
      : text;
