/** Which texts some modules may ask for. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import texts from "../i18n/en.js";
import { CLIENT } from "./paths.js";

/** A module that says something. */
const USER = /i18n\/index\.js"|\bconst texts\b/;
/** `"key"`, but for the name of an element and for what is compared; or `texts.key` in the module of the texts. */
const NAMED = /(?<![=!]== |\bh\()["'](\w+)["']|\btexts\.(\w+)/g;
/** `` `prefix_${kind}` `` stands for all keys that begin so. */
const BEGUN = /`(\w+_)\$\{/g;
const KEYS = Object.keys(texts);
/** The keys of the modules that were read. @type {Map<string, string[]>} */
const known = new Map();

/** The keys of the texts of modules. @param {string[]} modules */
export const keysOf = (modules) => [...new Set(modules.flatMap(keysOfModule))];

/** @param {string} module */
function keysOfModule(module) {
  const keys = known.get(module) ?? keysIn(readFileSync(join(CLIENT, module), "utf8"), KEYS);
  known.set(module, keys);
  return keys;
}

/**
 * The keys that a module may ask for, of all that there are: those which stand in it as a string, and those that begin
 * like one of its template literals.
 * @param {string} source @param {string[]} keys
 */
export function keysIn(source, keys) {
  if (!USER.test(source)) return [];
  const named = new Set([...source.matchAll(NAMED)].map(([, quoted, property]) => quoted ?? property));
  const begun = [...source.matchAll(BEGUN)].map(([, prefix]) => prefix);
  return keys.filter((key) => named.has(key) || begun.some((prefix) => key.startsWith(prefix)));
}
