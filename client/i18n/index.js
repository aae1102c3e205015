import { rank, suit } from "../rules/cards.js";

/** @import { Card } from "../rules/cards.js" */
/**
 * Texts come in parts: `base` is there always, the others with the screens that need them.
 * @typedef {{
 *   base: typeof import("./en/base.js").default, home: typeof import("./en/home.js").default,
 *   pages: typeof import("./en/pages.js").default,
 *   board: typeof import("./en/board.js").default, chat: typeof import("./en/chat.js").default
 *   errors: typeof import("./en/errors.js").default, more: typeof import("./en/more.js").default,
 *   people: typeof import("./en/people.js").default,
 *   replay: typeof import("./en/replay.js").default,
 *   solver: typeof import("./en/solver.js").default,
 * }} Parts
 */
/** @typedef {keyof Parts} Part */
/** @typedef {{ [P in Part]: keyof Parts[P] }[Part]} Key */

const LANGUAGES = ["en", "de"];

let language = "en";
/** @type {{ [key: string]: string }} */
const texts = {};
/** The parts that are there. @type {Set<Part>} */
const parts = new Set(["base"]);

/** Takes a language, or the browser's first that there is. @param {string} wanted */
export async function useLanguage(wanted) {
  const codes = [wanted, ...navigator.languages.map((code) => code.slice(0, 2))];
  language = codes.find((code) => LANGUAGES.includes(code)) ?? "en";
  await Promise.all([...parts].map(load));
  document.documentElement.lang = language;
}

/** Brings the texts of a part, if they are not there. @param {Part} part */
export async function loadTexts(part) {
  if (!parts.has(part)) await load(part);
  parts.add(part);
}

/** @param {Part} part */
async function load(part) {
  Object.assign(texts, (await import(`./${language}/${part}.js`)).default);
}

/**
 * A text, with its `{values}`; of `one|several`, n says which.
 * @type {(key: Key, values?: { [name: string]: string | number }) => string}
 */
export const t = (key, values) => filled(texts[key], values);

/** A text whose key comes from elsewhere, or what is said instead. @type {(key: string, otherwise: string) => string} */
export const tOr = (key, otherwise) => texts[key] ?? otherwise;

/** @type {(text: string, values?: { [name: string]: string | number }) => string} */
function filled(text, values = {}) {
  const forms = text.split("|");
  const form = forms.length > 1 && values.n !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** As on the face of a card. @type {(rank: number) => string} */
export const rankText = (rank) => (rank > 10 ? texts.ranks[rank - 11] : String(rank));

/** As it is spoken: "7 of hearts". @type {(card: Card) => string} */
export function cardName(card) {
  const name = rank(card) > 10 ? texts.rankNames.split(" ")[rank(card) - 11] : String(rank(card));
  return t("cardName", { rank: name, suit: texts.suitNames.split(" ")[suit(card)] });
}

/** m:ss, or h:mm:ss. @type {(ms: number) => string} */
export function timeText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(s / 60);
  return minutes < 60
    ? `${minutes}:${two(s % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}
