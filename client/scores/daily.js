import { t, timeText, variantName } from "../i18n/index.js";
import { linePath } from "../replay/deal-link.js";
import { h, link } from "../ui/dom.js";
import { impsText, numberText } from "../ui/format.js";
import { note, panel, stack } from "../ui/parts.js";
import { cardCount } from "./deals.js";
import { strengthText } from "./form.js";

/** Dailies that ended alike: won, or with a score from `from` to `to`. @typedef {{ isWin: boolean, from: number, to: number, days: wire.CalendarDay[] }} Bin */

/** How many bins there are below a win. */
const STEPS = 4;

/** How a player's dailies ended, for each variant. @type {(calendar: wire.CalendarDay[]) => HTMLElement} */
export const distributionPanel = (calendar) =>
  panel(
    t("distribution"),
    ...[...new Set(calendar.map(({ variant }) => variant))].map((variant) =>
      stack(h("b", variantName(variant)), distributionChart(calendar, variant)),
    ),
  );

/** How a player's dailies of a variant ended, as bars; that of a date is marked. @type {(calendar: wire.CalendarDay[], variant: string, date?: Day) => HTMLElement} */
export function distributionChart(calendar, variant, date) {
  const bins = distribution(calendar, variant);
  const most = Math.max(...bins.map(({ days }) => days.length));
  return h(
    "dl.distribution.numbers",
    ...bins.map((bin) =>
      h(
        "div",
        { class: bin.days.some((day) => day.date === date) ? "now" : "" },
        h("dt", binText(bin)),
        h("dd", { "--share": bin.days.length / (most || 1) }, h("span", numberText(bin.days.length))),
      ),
    ),
  );
}

/** @type {(bin: Bin) => string} */
function binText({ isWin, from, to }) {
  if (isWin) return `★ ${t("distributionWon")}`;
  return from > 0 ? `${from}–${to}` : t("below", { n: to + 1 });
}

/**
 * A player's dailies of a variant by how they ended: wins, then quarters of the cards as a score, best first.
 * @type {(calendar: wire.CalendarDay[], variant: string) => Bin[]}
 */
export function distribution(calendar, variant) {
  const step = cardCount(variant) / STEPS;
  const played = calendar.filter((day) => day.variant === variant);
  const lost = Array.from({ length: STEPS }, (_, i) => {
    const from = (STEPS - 1 - i) * step;
    const isLast = i === STEPS - 1;
    const days = played.filter(({ won, score }) => !won && (isLast || score >= from) && score < from + step);
    return { isWin: false, from, to: from + step - 1, days };
  });
  return [{ isWin: true, from: 0, to: 0, days: played.filter(({ won }) => won) }, ...lost];
}

/** The evidence of the games on a closed daily about its difficulty, and about the own game. @type {(field: NonNullable<wire.Daily["field"]>, mine: wire.LeaderboardRow | null | undefined, path: string) => HTMLElement} */
export const fieldResult = ({ games, difficulty, error }, mine, path) =>
  stack(
    mine?.duplicate != null &&
      h(
        "p",
        h("b", t("againstField", { score: impsText(mine.duplicate) })),
        ". ",
        t("playedLike", { strength: strengthText(mine.performance ?? 0) }),
      ),
    note(
      t("fieldDifficulty", {
        difficulty: strengthText(difficulty),
        error: strengthText(error),
        n: games,
      }),
    ),
    h(
      "details",
      h("summary.small", t("explainedTitle")),
      explained(false),
      h("p", link(path, t("b_duplicate"), "btn")),
    ),
  );

/** How games are compared, in a sentence. @param {boolean} [hasTitle] */
export const explained = (hasTitle = true) =>
  h("section.plain.explained", hasTitle && h("h3", t("explainedTitle")), h("p.small", t("explained")));

/** The rank and the figures of a game; on the felt, unless the page has one already. @type {(mine: wire.LeaderboardRow, size: number, look?: string) => HTMLElement} */
export const dailyResult = ({ rank, result }, size, look = "felt score") =>
  h(
    "div",
    { class: look },
    h("b", result?.won && "★ ", t("placeOf", { rank, of: size })),
    h(
      "p.small",
      t("figures", {
        score: result?.score ?? 0,
        locked: result?.locked ?? 0,
        time: timeText(result?.time_ms ?? 0),
        n: result?.moves ?? 0,
      }),
    ),
  );

/** A link to the replay of moves that win. @type {(code: string, choice: wire.VariantChoice, line: string) => HTMLElement} */
export const lineLink = (code, choice, line) => link(linePath(code, choice, line), t("line"), "btn");
