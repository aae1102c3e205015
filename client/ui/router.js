import { t } from "../i18n/index.js";
import { byId, toast } from "./dom.js";
import { shell } from "./shell.js";

/** @import { Shell } from "./shell.js" */
/** @typedef {(shell: Shell, ...params: string[]) => (() => void) | void} Screen shows itself; gives what closes it */
/** @typedef {{ [first: string]: () => Promise<{ default: Screen }> }} Routes screens by the first part of a path */

/** @type {Routes} */
let routes = {};
/** Closes the screen that is shown. */
let close = () => {};
let shown = 0;

/** @param {Routes} table */
export function startRouter(table) {
  routes = table;
  document.addEventListener("click", follow);
  addEventListener("popstate", refresh);
  void refresh();
}

/** Goes to another page of this site. @param {string} path */
export async function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  await refresh();
  document.getElementById("main")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Shows what the address says, also anew. */
export async function refresh() {
  const [first, ...params] = location.pathname.slice(1).split("/");
  const turn = ++shown;
  const module = await (routes[first] ?? notFound)().catch(() => null);
  if (turn !== shown) return;
  if (!module) return toast(t("e_unreachable"));
  close();
  byId("main").replaceChildren();
  shell.reset();
  close = module.default(shell, ...params) ?? (() => {});
}

const notFound = () => import("./not-found.js");

/** @param {MouseEvent} event */
function follow(event) {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  const isPlain =
    !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;
  if (
    !anchor ||
    !isPlain ||
    anchor.origin !== location.origin ||
    anchor.target ||
    anchor.hasAttribute("download")
  )
    return;
  if (!(anchor.pathname.split("/")[1] in routes)) return;
  event.preventDefault();
  void go(anchor.pathname + anchor.search);
}
