import { signed, t, timeText } from "../i18n/index.js";

/** The language of the page with the region of the browser, if it has one: `en-GB` rather than `en`. */
function locale() {
  const { lang } = document.documentElement;
  return navigator.languages.find((code) => code.startsWith(lang)) ?? lang;
}

/** @type {(value: number, options?: Intl.NumberFormatOptions) => string} */
export const numberText = (value, options) => signed(new Intl.NumberFormat(locale(), options).format(value));

/** A score of comparisons, always with its sign. @type {(value: number) => string} */
export const impsText = (value) =>
  numberText(value, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @type {(part: number, whole: number) => string} */
export const percentText = (part, whole) => numberText(whole ? part / whole : 0, { style: "percent" });

/** A time with its thousandths; a part of one is cut off. @type {(ms: number) => string} */
export function exactTimeText(ms) {
  const [mark] = numberText(0.5).match(/\D/) ?? ["."];
  return `${timeText(ms)}${mark}${String(Math.floor(ms % 1000)).padStart(3, "0")}`;
}

/** @type {(ms: number | string, options: Intl.DateTimeFormatOptions) => string} */
const formatted = (moment, options) => new Intl.DateTimeFormat(locale(), options).format(new Date(moment));

/** Between a day and its month. */
const DAY_AND_MONTH = / (?=\d{1,2},)|(?<=\d\.?) (?=\p{L})/gu;

/** A day with its weekday; no line ends between the day and the month. @type {(day: Day) => string} */
export const dayText = (day) =>
  formatted(day, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).replace(DAY_AND_MONTH, "\u00a0");

/** @type {(day: Day) => string} */
export const weekdayText = (day) => formatted(day, { timeZone: "UTC", weekday: "long" });

/** One letter, or little more. @type {(day: Day) => string} */
export const weekdayLetter = (day) => formatted(day, { timeZone: "UTC", weekday: "narrow" });

/** A day without weekday and year. @type {(day: Day) => string} */
export const dateText = (day) => formatted(day, { timeZone: "UTC", day: "numeric", month: "long" });

/** @type {(day: Day) => string} */
export const shortDayText = (day) =>
  formatted(day, { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" });

/** @type {(month: Month) => string} */
export const monthText = (month) => formatted(month, { timeZone: "UTC", month: "long", year: "numeric" });

/** @type {(month: Month) => string} */
export const monthName = (month) => formatted(month, { timeZone: "UTC", month: "short" });

/** Date and time in the time zone of the reader. @type {(ms: number) => string} */
export const momentText = (ms) => formatted(ms, { dateStyle: "medium", timeStyle: "short" });

/** A date in that time zone, without the year. @type {(ms: number) => string} */
export const localDateText = (ms) => formatted(ms, { day: "numeric", month: "short" });

/** @type {(ms: number) => string} */
export const localDayText = (ms) => formatted(ms, { dateStyle: "medium" });

/** A span that still has to pass, in hours and minutes. @type {(ms: number) => string} */
export function spanText(ms) {
  const { h, min } = hoursAndMinutes(ms);
  return h ? t("hoursMinutes", { h, min }) : t("minutesShort", { n: min });
}

/** A span in whole minutes, rounded up, so that it is 0 only when it is over. @type {(ms: number) => { h: number, min: number }} */
export function hoursAndMinutes(ms) {
  const minutes = Math.max(0, Math.ceil(ms / 60_000));
  return { h: Math.floor(minutes / 60), min: minutes % 60 };
}
