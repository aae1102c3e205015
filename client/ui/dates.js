/** @typedef {string} Day a date such as `2026-11-21` */
/** @typedef {string} Month such as `2026-11` */
/** @typedef {string} Week such as `2026-W47`, by ISO 8601: from Monday on, in the year of its Thursday */

export const DAY_MS = 86_400_000;
/** How long after the end of a date in UTC its daily is revealed: it ends twelve hours later at sea, and last games go on for two (ms). */
const REVEAL_AFTER_MS = 14 * 3_600_000;

/** The UTC date of an instant. @type {(ms: number) => Day} */
export const dayAt = (ms) => new Date(ms).toISOString().slice(0, 10);

/** The date of an instant in the time zone of the browser. @type {(ms: number) => Day} */
export const dayHere = (ms) => dayAt(ms - new Date(ms).getTimezoneOffset() * 60_000);

/** @type {(text: string) => boolean} */
export function isDay(text) {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(ms) && dayAt(ms) === text;
}

/** @type {(day: Day, n: number) => Day} */
export const addDays = (day, n) => dayAt(Date.parse(day) + n * DAY_MS);

/** @type {(month: Month, n: number) => Month} */
export function addMonths(month, n) {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + n);
  return dayAt(date.getTime()).slice(0, 7);
}

/** Day 1 of the numbers of dailies. They belong to dates, so that they are the same on every server. */
const FIRST_DAY = "2026-01-01";

/** The number of a date's dailies, from 1; below 1 it has none. @type {(day: Day) => number} */
export const dailyNumber = (day) => (Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS + 1;

/** The number as it is read: `#327`, or nothing. @type {(day: Day) => string} */
export const dailyNumberText = (day) => (dailyNumber(day) > 0 ? `#${dailyNumber(day)}` : "");

/** 0 on a Monday, 6 on a Sunday. @type {(day: Day) => number} */
export const weekday = (day) => (new Date(day).getUTCDay() + 6) % 7;

/** The Thursday of a week's day names the year of the week. @type {(day: Day) => Week} */
export function weekOf(day) {
  const thursday = addDays(day, 3 - weekday(day));
  const days = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / DAY_MS;
  return `${thursday.slice(0, 4)}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}

/** The Monday of a week. 4 January is always in the first one. @type {(week: Week) => Day} */
export function mondayOf(week) {
  const fourth = `${week.slice(0, 4)}-01-04`;
  return addDays(fourth, 7 * (Number(week.slice(6)) - 1) - weekday(fourth));
}

/** @type {(text: string) => boolean} */
export const isWeek = (text) => /^\d{4}-W\d\d$/.test(text) && weekOf(mondayOf(text)) === text;

/** @type {(week: Week, n: number) => Week} */
export const addWeeks = (week, n) => weekOf(addDays(mondayOf(week), 7 * n));

/** When the date of an instant ends in the time zone of the browser, and the next daily begins: milliseconds since 1970. @type {(ms: number) => number} */
export const midnightAfter = (ms) => new Date(ms).setHours(24, 0, 0, 0);

/** When the deal of a daily is revealed to everyone: milliseconds since 1970. @type {(day: Day) => number} */
export const revealAt = (day) => Date.parse(day) + DAY_MS + REVEAL_AFTER_MS;
