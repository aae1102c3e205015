/**
 * The texts of a language as one file for translators and their programs, and back.
 *
 *     node tests/client/translations.js export pl pl.json
 *     node tests/client/translations.js import pl pl.json    (then `make format`)
 *
 * The file is i18next JSON v4, which Weblate, Crowdin, Lokalise and others read and write: an object of texts. A text with
 * plural forms has an entry for each form: `hours_one`, `hours_few`, ..., and `shuffleCount_zero` where 0 is said in words;
 * places of a ranking are `ordinal_ordinal_one`, .... The source of a translation is the file of English.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { LANGUAGES, NONE, PLURALS } from "../../client/i18n/index.js";

/** @typedef {{ [key: string]: string }} Texts */

const FOLDER = new URL("../../client/i18n/", import.meta.url);
export const SOURCE = "en";
/** Counted by the rules for places, not for numbers. */
const ORDINALS = ["ordinal"];
/** Whole numbers up to here have every form of every language. */
const MANY = 1000;
const IDENTIFIER = /^\w+$/;

/** @type {(language: string) => Promise<Texts>} */
export const textsOf = async (language) => (await import(new URL(`${language}.js`, FOLDER).href)).default;

/** @type {Map<string, string[]>} */
const known = new Map();

/** The plural forms that a whole number can have in a language, in the order of the forms of a text. @type {(language: string, key: string) => string[]} */
export function formsOf(language, key) {
  const type = ORDINALS.includes(key) ? "ordinal" : "cardinal";
  const forms = known.get(`${language} ${type}`) ?? usedForms(new Intl.PluralRules(language, { type }));
  known.set(`${language} ${type}`, forms);
  return forms;
}

/** @type {(rules: Intl.PluralRules) => string[]} */
function usedForms(rules) {
  const used = new Set(Array.from({ length: MANY }, (_, n) => rules.select(n)));
  return PLURALS.filter((form) => used.has(/** @type {Intl.LDMLPluralRule} */ (form)));
}

/** The entry of a form in the file of the translators. @type {(key: string, form: string) => string} */
const entryOf = (key, form) => `${key}_${ORDINALS.includes(key) ? "ordinal_" : ""}${form}`;

/** @type {(language: string, texts: Texts) => Texts} */
export const exported = (language, texts) =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => entriesOf(language, key, text)));

/** @type {(language: string, key: string, text: string) => [string, string][]} */
function entriesOf(language, key, text) {
  const { none, forms } = partsOf(text);
  if (forms.length === 1) return [[key, text]];
  /** @type {[form: string, text: string][]} */
  const named = formsOf(language, key).map((form, i) => [form, forms[i] ?? forms[forms.length - 1]]);
  if (none) named.unshift(["zero", none]);
  return named.map(([form, its]) => [entryOf(key, form), its]);
}

/** The form for 0, if there is one, and those of the language. @type {(text: string) => { none: string, forms: string[] }} */
function partsOf(text) {
  const forms = text.split("|");
  const none = text.startsWith(NONE) ? `${forms.shift()}`.slice(NONE.length) : "";
  return { none, forms };
}

/**
 * The texts of a language from the file of its translators. What they have left out, or what would break, is in English:
 * `problems` has a sentence for each.
 * @type {(language: string, file: Texts, source: Texts) => { texts: Texts, problems: string[] }}
 */
export function imported(language, file, source) {
  /** @type {string[]} */
  const problems = [];
  const errors = Object.keys(file).filter((key) => key.startsWith("e_"));
  const texts = [...new Set([...Object.keys(source), ...errors])].map((key) => {
    const text = textOf(language, key, file);
    const problem = problemOf(language, key, text, source[key]);
    if (problem) problems.push(problem);
    return [key, problem ? source[key] : text];
  });
  return { texts: Object.fromEntries(texts), problems };
}

/** @type {(language: string, key: string, entries: Texts) => string} */
function textOf(language, key, entries) {
  const wanted = formsOf(language, key);
  const none = wanted.includes("zero") ? undefined : entries[entryOf(key, "zero")];
  const forms = wanted.map((form) => entries[entryOf(key, form)] ?? "");
  return entries[key] ?? [...(none ? [NONE + none] : []), ...forms].join("|");
}

/**
 * What is wrong with a translation, or "". An error that the client knows only in other languages has no English text.
 * @type {(language: string, key: string, text: string | undefined, english: string | undefined) => string}
 */
export function problemOf(language, key, text, english) {
  const [{ forms }, wanted] = [partsOf(text ?? ""), formsOf(language, key)];
  if (!text || forms.some((form) => !form.trim())) return `${key} is missing`;
  if (forms.length > 1 ? forms.length !== wanted.length : english?.includes("|") && wanted.length > 1)
    return `${key} needs the forms ${wanted.join(", ")}`;
  const [values, others] = [text, english ?? text].map(valuesOf);
  return values === others ? "" : `${key} has the values ${values || "none"} instead of ${others || "none"}`;
}

/** @type {(text: string) => string} */
const valuesOf = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");

/** The module of a translation. @type {(texts: Texts) => string} */
export function moduleOf(texts) {
  const entries = Object.entries(texts).map(
    ([key, text]) => `  ${IDENTIFIER.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(text)},\n`,
  );
  const type = `{{ [K in keyof typeof import("./${SOURCE}.js").default]: string } & { [error: \`e_\${string}\`]: string }}`;
  return `/** @type ${type} */\nexport default {\n${entries.join("")}};\n`;
}

/** Of a language that has no texts yet. @type {(texts: Texts) => Texts} */
const emptied = (texts) => Object.fromEntries(Object.keys(texts).map((key) => [key, ""]));

/** @type {(command: string, language: string, path: string) => Promise<void>} */
async function main(command, language, path) {
  const source = await textsOf(SOURCE);
  if (command === "export") {
    const file = LANGUAGES.includes(language)
      ? exported(language, await textsOf(language))
      : emptied(exported(language, source));
    return writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
  }
  const { texts, problems } = imported(language, JSON.parse(readFileSync(path, "utf8")), source);
  writeFileSync(new URL(`${language}.js`, FOLDER), moduleOf(texts));
  for (const problem of problems) console.error(problem);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [command, language, path] = argv.slice(2);
  if (!["export", "import"].includes(command) || !/^[a-z]{2}$/.test(language ?? "") || !path) {
    console.error("usage: node tests/client/translations.js export|import LANGUAGE FILE");
    process.exitCode = 2;
  } else await main(command, language, path);
}
