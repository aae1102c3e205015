/**
 * Pages without a network: practice, the rules, the verifier and deals. The server puts `OFFLINE` before this file
 * (web/pages/client_files.py): one version of the client, and what of it is kept. A worker keeps that version alone, whole or
 * not at all, and never an answer of the API or of a page that is somebody's own; so a page is never made of two versions.
 */

/** @typedef {{ version: string, language: string, page: string, routes: string[], files: string[] }} Offline the page that stands for all of `routes` (first parts of paths), and files with their addresses */
/** @typedef {{ waitUntil: (done: Promise<unknown>) => void }} Waiting */
/** @typedef {Waiting & { request: Request, preloadResponse: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void }} Fetching */

const { version, language, page, routes, files } = /** @type {{ OFFLINE: Offline }} */ (
  /** @type {unknown} */ (self)
).OFFLINE;
const PREFIX = "gaprace-";
const CACHE = PREFIX + version;
const FOLDER = `/client/@${version}/`;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {Waiting} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {Waiting} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(FOLDER)) event.respondWith(file(event.request));
  else if (mode === "navigate" && isPage(pathname)) event.respondWith(navigate(event));
});

/** Whether it is a page: no download, nothing for other sites and programs. @type {(pathname: string) => boolean} */
const isPage = (pathname) => !/^\/(api|client|docs|embed|invitation|og|overlay)\b|\.\w+$/.test(pathname);

/** All of a version, or nothing: then the browser tries again. */
async function install() {
  const cache = await caches.open(CACHE);
  const shell = await fetch(page, { cache: "no-cache", headers: { "Accept-Language": language } });
  if (!shell.ok || !(await shell.clone().text()).includes(FOLDER))
    throw new Error("The server has another version by now.");
  await cache.addAll(files);
  await cache.put(page, await plain(shell));
}

/** A page without the headers of its visitor. @type {(response: Response) => Promise<Response>} */
async function plain(response) {
  const { headers } = response;
  const kept = ["content-type", "content-security-policy"].map((name) => [name, headers.get(name) ?? ""]);
  return new Response(await response.text(), { headers: Object.fromEntries(kept) });
}

/** The worker of another version is gone with the last of its pages, and so is its cache. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A file with its version in its address never changes. @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url)) ?? (await fetch(request));
}

/** A page comes from the network; without one, the page that works without it. @param {Fetching} event */
async function navigate({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const { pathname, search } = new URL(request.url);
    const shell = await (await caches.open(CACHE)).match(page);
    if (shell && routes.includes(pathname.split("/")[1])) return shell;
    return shell
      ? Response.redirect(`${page}?from=${encodeURIComponent(pathname + search)}`)
      : Response.error();
  }
}
