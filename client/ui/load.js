import { h } from "./dom.js";

/** @typedef {`${string}.css`} Sheet a style sheet, by its path in the client */

/** The style sheets that are loaded or on their way; a bundle names those that it has. @type {Map<string, Promise<unknown>>} */
const sheets = new Map(
  document
    .querySelector("[data-sheets]")
    ?.getAttribute("data-sheets")
    ?.split(" ")
    .map((path) => [path, Promise.resolve()]),
);

/** Wait for style sheets. @param {Sheet[]} paths */
export const loadStyles = (...paths) => Promise.all(paths.map(loadSheet));

/**
 * Wait for a module together with the style sheets that it needs.
 * @template T @param {Promise<T>} module @param {Sheet[]} paths @returns {Promise<T>}
 */
export const load = async (module, ...paths) => (await Promise.all([module, loadStyles(...paths)]))[0];

/** Load something that a page can do without, and use it. @template T @param {Promise<T>} loading @param {(thing: T) => unknown} use */
export const loadExtra = (loading, use) => void loading.then(use).catch(() => {});

/** @param {Sheet} path */
function loadSheet(path) {
  const loading = sheets.get(path) ?? newSheet(path);
  sheets.set(path, loading);
  return loading;
}

/** Add a style sheet to the page. One that fails to load is forgotten, so that the next use tries again. @param {Sheet} path */
function newSheet(path) {
  const href = new URL(`../${path}`, import.meta.url).href;
  return new Promise((resolve, reject) => {
    const element = h("link", { rel: "stylesheet", href, onload: resolve });
    element.onerror = () => {
      element.remove();
      sheets.delete(path);
      reject(new Error(`${href} could not be loaded`));
    };
    document.head.append(element);
  });
}

/** When something that could not be loaded may be asked for again (ms). */
const RETRY_DELAY_MS = 1000;

/**
 * Load something when it is asked for first, and use it; if the network fails, when it is asked for later.
 * @template T @param {() => Promise<T>} loaded @param {(thing: T) => void} [use] @returns {() => Promise<unknown>} settled when it is used, or has failed
 */
export function once(loaded, use) {
  /** @type {Promise<unknown> | null} */ let asked = null;
  return () => {
    asked ??= loaded().then(use, () => setTimeout(() => (asked = null), RETRY_DELAY_MS));
    return asked;
  };
}
