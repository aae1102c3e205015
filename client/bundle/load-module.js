import { addTexts, textsUrl } from "../i18n/index.js";

/** How a bundle runs `import("./x.js")`: the build puts `loadModule` in its place. */

/** The files of the first load: this one, and those that it needs. */
const first = [
  import.meta.url,
  ...[...document.querySelectorAll("link[rel=modulepreload]")].map(
    (link) => /** @type {HTMLLinkElement} */ (link).href,
  ),
];
/** The files that are there or on their way. @type {Map<string, Promise<void>>} */
const files = new Map(first.map((url) => [url, Promise.resolve()]));

/**
 * Fetch a module with all that it imports, at once, and run it; with more texts of the language, if it says more than the
 * first load. A file that could not be fetched is asked for again next time, while a browser never repeats an `import()`
 * that has failed.
 * @param {number[]} numbers of its files, the own one first @param {string} [page] whose texts it says; all, if it is empty
 */
export async function loadModule(numbers, page) {
  const urls = numbers.map((n) => new URL(`${n}.js`, import.meta.url).href);
  const isLater = urls.some((url) => !first.includes(url));
  const texts = isLater && page !== undefined ? [textsUrl(page)] : [];
  await Promise.all([...urls, ...texts].map(fetched));
  await Promise.all(texts.map(addTexts));
  return import(urls[0]);
}

/** @param {string} url */
function fetched(url) {
  const fetching = files.get(url) ?? fetchFile(url);
  files.set(url, fetching);
  fetching.catch(() => files.delete(url));
  return fetching;
}

/** Bring a file into the browser's cache. The page loads again if the server has another version by now. @param {string} url */
async function fetchFile(url) {
  const response = await fetch(url);
  if (response.status === 404) {
    location.reload();
    await new Promise(() => {}); // nothing is shown of that
  }
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
}
