import { rank, suit } from "../rules/cards.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";

/** @typedef {keyof typeof import("./en.js").default} Key */
/** @typedef {{ [name: string]: string | number }} Values */

export const LANGUAGES = ["en", "de", "pl", "he"];
/** Those that are written from right to left. */
const FROM_RIGHT = ["he"];
/** All plural categories of Unicode (CLDR), in the order of the forms of a text. @type {Intl.LDMLPluralRule[]} */
export const PLURALS = ["zero", "one", "two", "few", "many", "other"];

let language = "en";
/** Kept: a browser takes longer to find how a language writes numbers than to write one. */
let numbers = new Intl.NumberFormat(language);
/** Which form of a text fits a number. @typedef {{ rules: Intl.PluralRules, categories: string[] }} Forms */

/** For "1 card", "2 cards". @type {Forms} */
let plurals;
/** For "1st", "2nd". @type {Forms} */
let ordinals;
/**
 * What keeps a value together in a text from right to left: it is set apart, and a sign stays on the left of its number.
 * @type {[before: string, after: string, sign: string] | []}
 */
let marks = [];
/** Those that are loaded. @type {{ [key: string]: string }} */
const texts = {};

/** Use a language, English if there are no texts in it. @param {string} wanted */
export async function useLanguage(wanted) {
  language = LANGUAGES.includes(wanted) ? wanted : LANGUAGES[0];
  numbers = new Intl.NumberFormat(language);
  plurals = formsOf(new Intl.PluralRules(language));
  ordinals = formsOf(new Intl.PluralRules(language, { type: "ordinal" }));
  await addTexts(textsUrl(document.documentElement.dataset.texts));
  const isFromRight = FROM_RIGHT.includes(language);
  marks = isFromRight ? ["\u2068", "\u2069", "\u200e"] : [];
  Object.assign(document.documentElement, { lang: language, dir: isFromRight ? "rtl" : "ltr" });
}

/** The address of all texts of the language, or of those that a page of a bundle says first. @param {string} [page] */
export const textsUrl = (page) =>
  new URL(`../i18n/${language}${page ? `/${page}` : ""}.js`, import.meta.url).href;

/** @param {string} url */
export const addTexts = async (url) => Object.assign(texts, (await import(url)).default);

/** @type {(rules: Intl.PluralRules) => Forms} */
const formsOf = (rules) => ({
  rules,
  categories: PLURALS.filter((each) => rules.resolvedOptions().pluralCategories.includes(each)),
});

/**
 * Return a text with its `{values}` filled in. Of a text with plural forms, `one|other`, the value `n` chooses one by
 * the rules of the language.
 * @type {(key: Key, values?: Values) => string}
 */
export const t = (key, values) => filled(texts[key], values);

/** A place as it is read: "2nd". @type {(n: number) => string} */
export const ordinalText = (n) => filled(texts.ordinal, { n }, ordinals);

/** Return a text whose key comes from the server, or `fallback` if there is none. @type {(key: string, fallback: string) => string} */
export const tOr = (key, fallback) => texts[key] ?? fallback;

/** With this begins a form for 0, which comes before those of the language, as in ICU's MessageFormat. */
export const NONE = "=0 ";

/** @type {(text: string, values?: Values, by?: Forms) => string} */
function filled(text, values = {}, { rules, categories } = plurals) {
  let forms = text.split("|");
  if (text.startsWith(NONE)) forms = values.n ? forms.slice(1) : [forms[0].slice(NONE.length)];
  const at = forms.length > 1 ? categories.indexOf(rules.select(Number(values.n))) : 0;
  return (forms[at] ?? forms[forms.length - 1]).replace(/\{(\w+)\}/g, (_, name) => textOf(values[name]));
}

/**
 * A number with its thousands apart and a real minus sign: "−1,999"; of a text, the sign alone is changed.
 * @type {(value: string | number) => string}
 */
export const signed = (value) =>
  (typeof value === "number" ? numbers.format(value) : value)
    .replace(/^(?=[-+#])/, marks[2] ?? "")
    .replace("-", "−");

/** @type {(value: string | number) => string} */
const textOf = (value) => (typeof value === "number" ? signed(value) : [marks[0], value, marks[1]].join(""));

/** As on the face of a card. @type {(rank: number) => string} */
export const rankText = (rank) => (rank > 10 ? texts.ranks[rank - 11] : String(rank));

/** As it is spoken: "7 of hearts". @type {(card: Card) => string} */
export function cardName(card) {
  const name = rank(card) > 10 ? texts.rankNames.split(" ")[rank(card) - 11] : String(rank(card));
  return t("cardName", { rank: name, suit: texts.suitNames.split(" ")[suit(card)] });
}

/** Without a name, that of the usual variant. @type {(name?: string) => string} */
export const variantName = (name = DEFAULT_VARIANT) => t(/** @type {Key} */ (`v_${name}`));

/** Texts that may be missing. @typedef {(string | number | false | null | undefined)[]} Parts */

/** Facts in one line, of those that there are. @type {(...facts: Parts) => string} */
export const dotted = (...facts) =>
  facts
    .filter(Boolean)
    .map((fact) => textOf(String(fact)))
    .join(" · ");

/** Sentences or words one after the other, of those that there are. @type {(...words: Parts) => string} */
export const spaced = (...words) => words.filter(Boolean).join(" ");

/** m:ss, or h:mm:ss. @type {(ms: number) => string} */
export function timeText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(s / 60);
  return minutes < 60
    ? `${minutes}:${two(s % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/** The shortest time that is shown: nobody is ahead by 0 seconds (ms). */
const MIN_SHOWN_MS = 100;

/** By language; kept, since it takes longer to make one than to use it. @type {{ [language: string]: Intl.NumberFormat }} */
const formats = {};

/** A short time, in seconds and tenths. @param {number} ms */
export function secondsText(ms) {
  const { lang } = document.documentElement;
  formats[lang] ??= new Intl.NumberFormat(lang, {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
  return formats[lang].format(Math.max(ms, MIN_SHOWN_MS) / 1000);
}
