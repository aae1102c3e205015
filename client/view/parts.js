import { loadTexts } from "../i18n/index.js";
import { h } from "./dom.js";

/** @import { Part } from "../i18n/index.js" */

/** The parts that have a style sheet besides their texts. @type {{ [part: string]: Promise<unknown> | undefined }} */
const SHEETS = { chat: undefined, home: undefined, pages: undefined, people: undefined, replay: undefined };

/**
 * Waits for a module and for the parts that it needs: texts, and the style sheet where there is one.
 * @template T @param {Promise<T>} module @param {Part[]} parts @returns {Promise<T>}
 */
export const withParts = async (module, ...parts) =>
  (await Promise.all([module, ...parts.flatMap((part) => [loadTexts(part), loadSheet(part)])]))[0];

/** Brings the style sheet of a part, if it has one that is not there. @param {Part} part */
function loadSheet(part) {
  if (part in SHEETS) SHEETS[part] ??= sheet(part);
  return SHEETS[part];
}

/** Tried again the next time if it does not come. @param {Part} part */
function sheet(part) {
  const href = new URL(`../${part}.css`, import.meta.url).href;
  return new Promise((done, fail) => {
    const element = h("link", { rel: "stylesheet", href, onload: done });
    element.onerror = () => {
      element.remove();
      SHEETS[part] = undefined;
      fail(new Error(`${href} did not come`));
    };
    document.head.append(element);
  });
}
