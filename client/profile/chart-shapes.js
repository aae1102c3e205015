import { addDays, weekday } from "../daily/dates.js";

/** @import { CalendarDay } from "../net/messages.js" */
/** @import { Day, Month } from "../daily/dates.js" */
/** @typedef {{ path: string, x: number, y: number, low: number, high: number }} Line with where its last point is */
/** @typedef {{ day: Day, week: number, weekday: number, played: CalendarDay[] }} Cell */
/** @typedef {{ cells: Cell[], months: { month: Month, week: number }[] }} Calendar */

const WEEK = 7;

/**
 * A line through values, from left to right, scaled to a box with a margin; level if all are equal.
 * @type {(values: number[], width: number, height: number, margin: number) => Line}
 */
export function line(values, width, height, margin) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, i) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return [round(margin + i * step), round(height - margin - share * (height - 2 * margin))];
  });
  const [x, y] = points[points.length - 1];
  return { path: `M${points.map((point) => point.join(" ")).join("L")}`, x, y, low, high };
}

/** To a tenth, which no eye sees. @type {(value: number) => number} */
const round = (value) => Math.round(value * 10) / 10;

/**
 * So many weeks up to a date, each from Monday on, and the week in which each month begins.
 * @type {(days: CalendarDay[], last: Day, weeks: number) => Calendar}
 */
export function calendar(days, last, weeks) {
  const first = addDays(last, -weekday(last) - (weeks - 1) * WEEK);
  /** @type {Map<Day, CalendarDay[]>} */
  const byDay = new Map();
  for (const each of days) byDay.set(each.date, [...(byDay.get(each.date) ?? []), each]);
  const cells = Array.from({ length: (weeks - 1) * WEEK + weekday(last) + 1 }, (_, i) => {
    const day = addDays(first, i);
    return { day, week: Math.floor(i / WEEK), weekday: i % WEEK, played: byDay.get(day) ?? [] };
  });
  const months = cells
    .filter(({ day }) => day.endsWith("-01"))
    .map(({ day, week }) => ({ month: day.slice(0, 7), week }));
  return { cells, months };
}
