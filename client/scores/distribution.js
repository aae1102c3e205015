import { t, variantName } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { parseVariant } from "../rules/variants.js";
import { h } from "../ui/dom.js";
import { numberText } from "../ui/numbers.js";

/** @import { Day } from "../daily/dates.js" */
/** @import { CalendarDay } from "../net/messages.js" */
/** Dailies that ended alike: won, or with a score from `from` to `to`. @typedef {{ isWin: boolean, from: number, to: number, days: CalendarDay[] }} Bin */

/** How many bins there are below a win. */
const STEPS = 4;

/** How a player's dailies ended, for each variant. @type {(calendar: CalendarDay[]) => HTMLElement} */
export const distributionPanel = (calendar) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("distribution")),
    ...[...new Set(calendar.map(({ variant }) => variant))].map((variant) =>
      h("div", { class: "stack" }, h("b", {}, variantName(variant)), distributionChart(calendar, variant)),
    ),
  );

/** How a player's dailies of a variant ended, as bars; that of a date is marked. @type {(calendar: CalendarDay[], variant: string, date?: Day) => HTMLElement} */
export function distributionChart(calendar, variant, date) {
  const bins = distribution(calendar, variant);
  const most = Math.max(...bins.map(({ days }) => days.length));
  return h(
    "dl",
    { class: "distribution numbers" },
    ...bins.map((bin) =>
      h(
        "div",
        { class: bin.days.some((day) => day.date === date) ? "now" : "" },
        h("dt", {}, binText(bin)),
        h("dd", { "--share": bin.days.length / (most || 1) }, h("span", {}, numberText(bin.days.length))),
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
 * @type {(calendar: CalendarDay[], variant: string) => Bin[]}
 */
export function distribution(calendar, variant) {
  const step = (ROWS * (parseVariant(variant).columns - 1)) / STEPS;
  const played = calendar.filter((day) => day.variant === variant);
  const lost = Array.from({ length: STEPS }, (_, i) => {
    const from = (STEPS - 1 - i) * step;
    const isLast = i === STEPS - 1;
    const days = played.filter(({ won, score }) => !won && (isLast || score >= from) && score < from + step);
    return { isWin: false, from, to: from + step - 1, days };
  });
  return [{ isWin: true, from: 0, to: 0, days: played.filter(({ won }) => won) }, ...lost];
}
