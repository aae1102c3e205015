import { moreTexts, t } from "./i18n/index.js";
import { byId, toast } from "./view/dom.js";
import { shell } from "./view/shell.js";

/** @import { Shell } from "./view/shell.js" */
/** @typedef {(shell: Shell, ...params: string[]) => (() => void) | void} Screen shows itself; gives what closes it */

/** @template T @param {Promise<T>} module @returns {Promise<T>} */
const withTexts = async (module) => (await Promise.all([module, moreTexts()]))[0];

/** @type {[RegExp, () => Promise<{ default: Screen }>, ...string[]][]} */
const ROUTES = [
  [/^\/$/, () => import("./screens/home.js")],
  [/^\/r\/([^/]+)$/, () => import("./screens/room.js"), "play"],
  [/^\/w\/([^/]+)$/, () => import("./screens/room.js"), "watch"],
  [/^\/g\/([^/]+)$/, () => withTexts(import("./screens/replay.js"))],
  [/^\/how$/, () => withTexts(import("./screens/how.js"))],
  [/^\/verify$/, () => withTexts(import("./screens/verify.js"))],
];

/** Closes the screen that is shown. */
let close = () => {};
let shown = 0;

/** Shows what the address says. */
export async function refresh() {
  const [path, load, ...fixed] = ROUTES.find(([path]) => path.test(location.pathname)) ?? ROUTES[0];
  const params = location.pathname.match(path)?.slice(1) ?? [];
  const turn = ++shown;
  const module = await load().catch(() => null);
  if (turn !== shown) return;
  if (!module) return toast(t("e_unreachable"));
  close();
  byId("main").replaceChildren();
  shell.reset();
  close = module.default(shell, ...params, ...fixed) ?? (() => {});
}

/** Goes to another page of this site. @param {string} path */
export function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  scrollTo(0, 0);
  void refresh().then(() => byId("main").focus());
}

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
  if (!ROUTES.some(([path]) => path.test(anchor.pathname))) return;
  event.preventDefault();
  go(anchor.pathname + anchor.search);
}

export function start() {
  document.addEventListener("click", follow);
  addEventListener("popstate", refresh);
  void refresh();
}
