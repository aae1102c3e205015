import { t, variantName } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { parseVariant } from "../rules/variants.js";
import { addDays, weekday } from "../ui/dates.js";
import { h, link, s } from "../ui/dom.js";
import { slider } from "../ui/fields.js";
import { dayText, monthName } from "../ui/format.js";
import { note, panel } from "../ui/parts.js";

/** @typedef {{ day: Day, week: number, weekday: number, played: wire.CalendarDay[] }} Cell */
/** @typedef {{ cells: Cell[], months: { month: Month, week: number }[] }} Calendar */

const DAYS = 7;
/** Weeks in one half of the calendar; the halves stand side by side where there is room. */
const HALF_WEEKS = 27;
/** The distance from one day of the calendar to the next, and the side of its square. */
const STEP = 12;
const SQUARE = 10;
/** The height of the names of the months. */
const HEADING = 14;
/** Results below a win. */
const LEVELS = 3;

/** A year of dailies: each day shows its result, and one that is picked tells it. @type {(days: wire.CalendarDay[], streak: wire.Streak, last: Day) => HTMLElement} */
export function yearPanel(days, { days: current, forgiven, saved }, last) {
  const year = calendar(days, last, 2 * HALF_WEEKS);
  const dates = new Set(days.map(({ date }) => date)).size;
  const won = new Set(days.filter((day) => day.won).map(({ date }) => date)).size;
  const text = dates ? t("calendarText", { n: dates, won }) : t("noDailies");
  const picked = h("p.small.picked", { "aria-live": "polite" });
  const squares = year.cells.map((cell) => square(cell, forgiven));
  const latest = squares.length - 1;
  const pick = (/** @type {number} */ at) => {
    for (const [i, each] of squares.entries()) each.classList.toggle("now", i === at);
    const { day, played } = year.cells[at];
    const isForgiven = forgiven.includes(day);
    field.setAttribute("aria-valuetext", [dayText(day), ...played.map(resultText)].join(", "));
    picked.replaceChildren(
      `${dayText(day)}: `,
      ...(played.length
        ? played.flatMap((each) => [link(`/g/${each.game}`, resultText(each)), " "])
        : [t(isForgiven ? "day_forgiven" : "day_missed")]),
    );
  };
  const field = slider(t("pickDay"), latest, pick, { value: latest });
  const chart = h("div.calendar", { role: "img", "aria-label": text }, half(0), half(HALF_WEEKS));
  chart.onclick = ({ target }) => {
    const at = squares.indexOf(/** @type {SVGElement} */ (target));
    if (at >= 0) field.value = String(at);
    pick(field.valueAsNumber);
  };
  if (dates) pick(latest);
  return panel(
    t("calendar"),
    current > 0 && saved > 0 && note("✻ ", t("savedDays", { n: saved })),
    chart,
    ...(dates ? [field, picked] : []),
    note(text),
  );

  /** @param {number} first @returns {SVGElement} */
  function half(first) {
    const isHere = (/** @type {{ week: number }} */ { week }) => week >= first && week < first + HALF_WEEKS;
    return s(
      "svg",
      { viewBox: `${first * STEP} 0 ${HALF_WEEKS * STEP} ${HEADING + DAYS * STEP}`, "aria-hidden": "true" },
      ...year.months
        .filter(isHere)
        .map(({ month, week }) => s("text", { x: week * STEP, y: 9 }, monthName(month))),
      ...squares.filter((_, i) => isHere(year.cells[i])),
    );
  }
}

/** @type {(cell: Cell, forgiven: Day[]) => SVGElement} */
const square = ({ day, week, weekday, played }, forgiven) =>
  s("rect", {
    x: week * STEP,
    y: HEADING + weekday * STEP,
    width: SQUARE,
    height: SQUARE,
    rx: 2,
    class: `day ${levelOf(played)} ${forgiven.includes(day) ? "forgiven" : ""}`,
  });

/** How good the best game of a day is: won, or how many cards it has sorted. @type {(played: wire.CalendarDay[]) => string} */
export function levelOf(played) {
  if (!played.length) return "";
  if (played.some(({ won }) => won)) return "won";
  const shares = played.map(({ variant, score }) => score / (ROWS * (parseVariant(variant).columns - 1)));
  return `level${Math.max(1, Math.min(LEVELS, Math.ceil(LEVELS * Math.max(...shares))))}`;
}

/** @type {(day: wire.CalendarDay) => string} */
const resultText = ({ variant, won, score }) =>
  `${variantName(variant)} ${won ? "★ " : ""}${t("points", { n: score })}`;

/**
 * The days of the weeks up to a date, each week from Monday on, and the week in which each month begins.
 * @type {(days: wire.CalendarDay[], last: Day, weeks: number) => Calendar}
 */
export function calendar(days, last, weeks) {
  const first = addDays(last, -weekday(last) - (weeks - 1) * DAYS);
  /** @type {Map<Day, wire.CalendarDay[]>} */
  const byDay = new Map();
  for (const each of days) byDay.set(each.date, [...(byDay.get(each.date) ?? []), each]);
  const cells = Array.from({ length: (weeks - 1) * DAYS + weekday(last) + 1 }, (_, i) => {
    const day = addDays(first, i);
    return { day, week: Math.floor(i / DAYS), weekday: i % DAYS, played: byDay.get(day) ?? [] };
  });
  const months = cells
    .filter(({ day }) => day.endsWith("-01"))
    .map(({ day, week }) => ({ month: day.slice(0, 7), week }));
  return { cells, months };
}
