import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { dayText, monthName, numberText } from "../ui/format.js";
import { calendar, line } from "./chart-shapes.js";
import { s } from "./svg.js";

/** @import { CalendarDay } from "../net/messages.js" */
/** @import { Day } from "../daily/dates.js" */
/** @import { Calendar, Cell } from "./chart-shapes.js" */

const WIDTH = 300;
const HEIGHT = 72;
const MARGIN = 6;
/** The calendar comes in halves of so many weeks, which stand side by side where there is room. */
const HALF = 27;
const STEP = 12;
const SQUARE = 10;
const ABOVE = 14;

/** A rating over its races. @type {(values: number[], name: string) => HTMLElement} */
export function ratingChart(values, name) {
  const { path, x, y, low, high } = line(values, WIDTH, HEIGHT, MARGIN);
  const [from, to] = [low, high].map((value) => numberText(Math.round(value)));
  const label = t("ratingChart", { name, n: values.length, low: from, high: to });
  return h(
    "figure",
    { class: "chart" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      s("path", { d: path, class: "curve" }),
      s("circle", { cx: x, cy: y, r: 4, class: "last" }),
    ),
    h(
      "figcaption",
      { class: "small soft num", "aria-hidden": "true" },
      h("span", {}, to),
      h("span", {}, from),
    ),
  );
}

/** A year of dailies, and how to read it. @type {(days: CalendarDay[], last: Day) => HTMLElement[]} */
export function calendarChart(days, last) {
  const year = calendar(days, last, 2 * HALF);
  const dates = new Set(days.map(({ date }) => date)).size;
  const won = new Set(days.filter((day) => day.won).map(({ date }) => date)).size;
  const text = dates ? t("calendarText", { n: dates, won }) : t("noDailies");
  return [
    h("div", { class: "calendar", role: "img", "aria-label": text }, half(year, 0), half(year, HALF)),
    h("p", { class: "small soft" }, text),
  ];
}

/** @type {(year: Calendar, first: number) => SVGElement} */
function half({ cells, months }, first) {
  const isHere = (/** @type {{ week: number }} */ { week }) => week >= first && week < first + HALF;
  return s(
    "svg",
    { viewBox: `0 0 ${HALF * STEP} ${ABOVE + 7 * STEP}`, "aria-hidden": "true" },
    ...months
      .filter(isHere)
      .map(({ month, week }) => s("text", { x: (week - first) * STEP, y: 9 }, monthName(month))),
    ...cells.filter(isHere).map((cell) => square(cell, first)),
  );
}

/** @type {(cell: Cell, first: number) => SVGElement} */
function square({ day, week, weekday, played }, first) {
  const level = played.some(({ won }) => won) ? 2 : played.length ? 1 : 0;
  return s(
    "rect",
    {
      x: (week - first) * STEP,
      y: ABOVE + weekday * STEP,
      width: SQUARE,
      height: SQUARE,
      rx: 2,
      class: `day l${level}`,
    },
    s("title", {}, dayText(day)),
  );
}
