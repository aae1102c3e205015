import { t } from "../i18n/index.js";
import { byId, focusPage, press, showBusy } from "./dom.js";
import { toast } from "./say.js";
import { shell } from "./shell.js";

/** @typedef {{ shell: Shell, signal: AbortSignal }} Page the arguments of a screen; the signal is aborted when the screen is left */
/** @typedef {(page: Page, ...params: string[]) => Promise<void> | void} Screen shows itself; an error that it throws is shown as an error page */
/** @typedef {{ default: Screen, prepare?: () => Promise<void> }} ScreenModule */
/** @typedef {{ [first: string]: () => Promise<ScreenModule> }} Routes screens by the first part of a path; by that and `/`, if the path goes on; by that and `?` and a parameter, if there is one */

/** @type {Routes} */
let routes = {};
/** @type {Promise<unknown>} */
let ready = Promise.resolve();
/** Ends with the screen that is shown. */
let current = new AbortController();
/** How many times something was to be shown: only the latest is. */
let turns = 0;

/** Show the screen of the address, now and whenever the address changes. @param {Routes} table @param {Promise<unknown>} texts that every screen needs */
export function startRouter(table, texts) {
  routes = table;
  ready = texts;
  for (const kind of ["click", "keydown"]) addEventListener(kind, () => (press.isHere = true), true);
  document.addEventListener("click", followLink);
  addEventListener("popstate", refresh);
  void refresh();
}

/** Go to another page of this site. @param {string} path @param {unknown} [state] for the screen there, as `history.state` */
export async function go(path, state = null) {
  if (path !== location.pathname + location.search) history.pushState(state, "", path);
  await refresh();
  focusPage();
  scrollTo(0, 0);
}

/** Load the screen of a path before it is asked for. @param {string} path */
export const preload = (path) => routes[path.slice(1)]();

/** Show the screen of the address, from its beginning. */
export async function refresh() {
  press.isHere = false;
  const [first, ...params] = location.pathname.slice(1).split("/");
  const turn = ++turns;
  const withQuery = [...new URLSearchParams(location.search).keys()].map((name) => `${first}?${name}`);
  const withMore = params[0] ? [`${first}/`] : [];
  const route = [...withQuery, ...withMore, first].find((each) => each in routes);
  const loading = (routes[`${route}`] ?? notFound)();
  const [module] = await Promise.all([loading.then(prepared), ready]).catch(() => [null]);
  if (turn !== turns) return;
  if (!module) return toast(t("e_unreachable"));
  current.abort();
  current = new AbortController();
  byId("main").replaceChildren();
  shell.reset();
  void run(module.default, { shell, signal: current.signal }, params);
}

/** The page before stays until a screen is prepared. @param {ScreenModule} module */
const prepared = async (module) => {
  await module.prepare?.();
  return module;
};

/** @type {(screen: Screen, page: Page, params: string[]) => Promise<void>} */
async function run(screen, page, params) {
  try {
    await screen(page, ...params);
  } catch (error) {
    await showError(error, page.signal);
  }
}

/** Show an error in place of a screen, unless that was left meanwhile. @type {(error: any, signal: AbortSignal, ...ways: Node[]) => Promise<void>} */
export async function showError(error, signal, ...ways) {
  if (!signal.aborted && !error.code) console.error(error);
  const { errorPage } = await import("./error-page.js");
  const page = await errorPage(error, ...ways);
  if (signal.aborted) return;
  shell.fix(false);
  byId("main").replaceChildren(page);
}

const notFound = async () => ({
  default: () => {
    throw { code: "not_found", message: "" };
  },
});

/** @param {MouseEvent} event */
function followLink(event) {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  if (!anchor || !isPlainClick(event) || !isOfThisSite(anchor)) return;
  event.preventDefault();
  showBusy(anchor, go(anchor.pathname + anchor.search));
}

/** @type {(event: MouseEvent) => boolean} */
const isPlainClick = (event) =>
  !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;

/** @type {(anchor: HTMLAnchorElement) => boolean} */
const isOfThisSite = ({ origin, pathname, target, attributes }) =>
  origin === location.origin &&
  !target &&
  !attributes.getNamedItem("download") &&
  pathname.split("/")[1] in routes;
