import { signed, timeText } from "../i18n/index.js";

/** The language of the page with the region of the browser, if it has one: `en-GB` rather than `en`. */
export function locale() {
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

/** With its thousandths; a part of one is cut off. @type {(ms: number) => string} */
export function exactTimeText(ms) {
  const [mark] = numberText(0.5).match(/\D/) ?? ["."];
  return `${timeText(ms)}${mark}${String(Math.floor(ms % 1000)).padStart(3, "0")}`;
}
