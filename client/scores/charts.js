import { t } from "../i18n/index.js";
import { addDays, weekday } from "../ui/dates.js";
import { h, s } from "../ui/dom.js";
import { dayText, monthName, numberText } from "../ui/format.js";
import { note } from "../ui/parts.js";

/** @import { CalendarDay } from "../net/messages.js" */
/** @import { Day, Month } from "../ui/dates.js" */
/** @import { Child } from "../ui/dom.js" */
/** @typedef {{ path: string, x: number, y: number, low: number, high: number }} Line an SVG path, its last point, and its extreme values */
/** @typedef {{ day: Day, week: number, weekday: number, played: CalendarDay[] }} Cell */
/** @typedef {{ cells: Cell[], months: { month: Month, week: number }[] }} Calendar */

const WIDTH = 300;
const HEIGHT = 72;
const MARGIN = 6;
/** Weeks in one half of the calendar; the halves stand side by side where there is room. */
const HALF_WEEKS = 27;
/** From one day of the calendar to the next, and the side of its square. */
const STEP = 12;
const SQUARE = 10;
/** The height of the names of the months. */
const HEADING = 14;

/** A rating from race to race. @type {(values: number[], name: string) => HTMLElement} */
export function ratingChart(values, name) {
  const curve = line(values, WIDTH, HEIGHT, MARGIN);
  const [from, to] = [curve.low, curve.high].map((value) => numberText(Math.round(value)));
  return chart(curve, t("ratingChart", { name, n: values.length, low: from, high: to }), from, to);
}

/** A number from 0 to a whole, from game to game. @type {(values: number[], whole: number, label: string) => HTMLElement} */
export const shareChart = (values, whole, label) =>
  chart(line(values, WIDTH, HEIGHT, MARGIN, 0, whole), label, "0", String(whole));

/** @type {(curve: Line, label: string, from: string, to: string) => HTMLElement} */
const chart = ({ path, x, y }, label, from, to) =>
  h(
    "figure.chart",
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      s("path", { d: path, class: "curve" }),
      s("circle", { cx: x, cy: y, r: 4, class: "last" }),
    ),
    h("figcaption.small.soft.numbers", { "aria-hidden": "true" }, h("span", to), h("span", from)),
  );

/** A year of dailies, and its summary in words. @type {(days: CalendarDay[], last: Day) => HTMLElement[]} */
export function calendarChart(days, last) {
  const year = calendar(days, last, 2 * HALF_WEEKS);
  const dates = new Set(days.map(({ date }) => date)).size;
  const won = new Set(days.filter((day) => day.won).map(({ date }) => date)).size;
  const text = dates ? t("calendarText", { n: dates, won }) : t("noDailies");
  return [
    h("div.calendar", { role: "img", "aria-label": text }, half(year, 0), half(year, HALF_WEEKS)),
    note(text),
  ];
}

/** @type {(year: Calendar, first: number) => SVGElement} */
function half({ cells, months }, first) {
  const isHere = (/** @type {{ week: number }} */ { week }) => week >= first && week < first + HALF_WEEKS;
  return s(
    "svg",
    { viewBox: `0 0 ${HALF_WEEKS * STEP} ${HEADING + DAYS * STEP}`, "aria-hidden": "true" },
    ...months
      .filter(isHere)
      .map(({ month, week }) => s("text", { x: (week - first) * STEP, y: 9 }, monthName(month))),
    ...cells.filter(isHere).map((cell) => square(cell, first)),
  );
}

/** @type {(cell: Cell, first: number) => SVGElement} */
function square({ day, week, weekday, played }, first) {
  const state = played.some(({ won }) => won) ? "won" : played.length ? "played" : "";
  return s(
    "rect",
    {
      x: (week - first) * STEP,
      y: HEADING + weekday * STEP,
      width: SQUARE,
      height: SQUARE,
      rx: 2,
      class: `day ${state}`,
    },
    s("title", {}, dayText(day)),
  );
}

// Their shapes

const DAYS = 7;

/**
 * A line through values, from left to right, scaled to a box with a margin; level if all are equal. `low` and `high`
 * are at the edges of the box: the extreme values, unless others are given.
 * @type {(values: number[], width: number, height: number, margin: number, low?: number, high?: number) => Line}
 */
export function line(values, width, height, margin, low = Math.min(...values), high = Math.max(...values)) {
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, i) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return [round(margin + i * step), round(height - margin - share * (height - 2 * margin))];
  });
  const [x, y] = points[points.length - 1];
  return { path: `M${points.map((point) => point.join(" ")).join("L")}`, x, y, low, high };
}

/** To a tenth of a pixel. @type {(value: number) => number} */
const round = (value) => Math.round(value * 10) / 10;

/**
 * The days of the weeks up to a date, each week from Monday on, and the week in which each month begins.
 * @type {(days: CalendarDay[], last: Day, weeks: number) => Calendar}
 */
export function calendar(days, last, weeks) {
  const first = addDays(last, -weekday(last) - (weeks - 1) * DAYS);
  /** @type {Map<Day, CalendarDay[]>} */
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
