/**
 * The texts of a language as one file for translators and their programs, and back.
 *
 *     node tests/client/translations.js export pl pl.json
 *     node tests/client/translations.js import pl pl.json    (then `make format`)
 *
 * The file is i18next JSON v4, which Weblate, Crowdin, Lokalise and others read and write: an object of parts, each an
 * object of texts. A text with plural forms has an entry for each form: `hours_one`, `hours_few`, ...; places of a
 * ranking are `ordinal_ordinal_one`, .... The source of a translation is the file of English.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { LANGUAGES, PLURALS } from "../../client/i18n/index.js";

/** @typedef {{ [key: string]: string }} Texts */
/** @typedef {{ [part: string]: Texts }} Parts */

const FOLDER = new URL("../../client/i18n/", import.meta.url);
export const SOURCE = "en";
/** Counted by the rules for places, not for numbers. */
const ORDINALS = ["ordinal"];
/** Whole numbers up to here have every form of every language. */
const MANY = 1000;
const IDENTIFIER = /^\w+$/;

/** The texts of a language, by part. @type {(language: string) => Promise<Parts>} */
export async function partsOf(language) {
  const names = readdirSync(new URL(`${language}/`, FOLDER)).sort();
  const modules = await Promise.all(names.map((name) => import(new URL(`${language}/${name}`, FOLDER).href)));
  return Object.fromEntries(names.map((name, i) => [name.replace(".js", ""), modules[i].default]));
}

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

/** @type {(language: string, parts: Parts) => Parts} */
export const exported = (language, parts) =>
  mapTexts(parts, (texts) =>
    Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => entriesOf(language, key, text))),
  );

/** @type {(language: string, key: string, text: string) => [string, string][]} */
function entriesOf(language, key, text) {
  const forms = text.split("|");
  return forms.length === 1
    ? [[key, text]]
    : formsOf(language, key).map((form, i) => [entryOf(key, form), forms[i] ?? forms[forms.length - 1]]);
}

/**
 * The texts of a language from the file of its translators. What they have left out, or what would break, is in English:
 * `problems` has a sentence for each.
 * @type {(language: string, file: Parts, source: Parts) => { parts: Parts, problems: string[] }}
 */
export function imported(language, file, source) {
  /** @type {string[]} */
  const problems = [];
  const parts = mapTexts(source, (texts, part) => {
    const errors = Object.keys(file[part] ?? {}).filter((key) => part === "errors" && key.startsWith("e_"));
    const keys = new Set([...Object.keys(texts), ...errors]);
    return Object.fromEntries(
      [...keys].map((key) => {
        const text = textOf(language, key, file[part] ?? {});
        const problem = problemOf(language, key, text, texts[key]);
        if (problem) problems.push(`${part}: ${problem}`);
        return [key, problem ? texts[key] : text];
      }),
    );
  });
  return { parts, problems };
}

/** @type {(language: string, key: string, entries: Texts) => string} */
const textOf = (language, key, entries) =>
  entries[key] ??
  formsOf(language, key)
    .map((form) => entries[entryOf(key, form)] ?? "")
    .join("|");

/**
 * What is wrong with a translation, or "". An error that the client knows only in other languages has no English text.
 * @type {(language: string, key: string, text: string | undefined, english: string | undefined) => string}
 */
export function problemOf(language, key, text, english) {
  const [forms, wanted] = [(text ?? "").split("|"), formsOf(language, key)];
  if (!text || forms.some((form) => !form.trim())) return `${key} is missing`;
  if (forms.length > 1 ? forms.length !== wanted.length : english?.includes("|") && wanted.length > 1)
    return `${key} needs the forms ${wanted.join(", ")}`;
  const [values, others] = [text, english ?? text].map(valuesOf);
  return values === others ? "" : `${key} has the values ${values || "none"} instead of ${others || "none"}`;
}

/** @type {(text: string) => string} */
const valuesOf = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");

/** @type {(parts: Parts, change: (texts: Texts, part: string) => Texts) => Parts} */
const mapTexts = (parts, change) =>
  Object.fromEntries(Object.entries(parts).map(([part, texts]) => [part, change(texts, part)]));

/** The module of a part. @type {(part: string, texts: Texts) => string} */
export function moduleOf(part, texts) {
  const more = part === "errors" ? ` & { [error: \`e_\${string}\`]: string }` : "";
  const entries = Object.entries(texts).map(
    ([key, text]) => `  ${IDENTIFIER.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(text)},\n`,
  );
  const type = `{{ [K in keyof typeof import("../${SOURCE}/${part}.js").default]: string }${more}}`;
  return `/** @type ${type} */\nexport default {\n${entries.join("")}};\n`;
}

/** Of a language that has no texts yet. @type {(parts: Parts) => Parts} */
const emptied = (parts) =>
  mapTexts(parts, (texts) => Object.fromEntries(Object.keys(texts).map((key) => [key, ""])));

/** @type {(command: string, language: string, path: string) => Promise<void>} */
async function main(command, language, path) {
  const source = await partsOf(SOURCE);
  if (command === "export") {
    const file = LANGUAGES.includes(language)
      ? exported(language, await partsOf(language))
      : emptied(exported(language, source));
    return writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
  }
  const { parts, problems } = imported(language, JSON.parse(readFileSync(path, "utf8")), source);
  mkdirSync(new URL(`${language}/`, FOLDER), { recursive: true });
  for (const [part, texts] of Object.entries(parts))
    writeFileSync(new URL(`${language}/${part}.js`, FOLDER), moduleOf(part, texts));
  for (const problem of problems) console.error(problem);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [command, language, path] = argv.slice(2);
  if (!["export", "import"].includes(command) || !/^[a-z]{2}$/.test(language ?? "") || !path) {
    console.error("usage: node tests/client/translations.js export|import LANGUAGE FILE");
    process.exitCode = 2;
  } else await main(command, language, path);
}
