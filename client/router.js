import { t } from "./i18n/index.js";
import { go, onNavigate, refresh } from "./nav.js";
import { byId, toast } from "./view/dom.js";
import { withParts } from "./view/parts.js";
import { shell } from "./view/shell.js";

/** @import { Shell } from "./view/shell.js" */
/** @typedef {(shell: Shell, ...params: string[]) => (() => void) | void} Screen shows itself; gives what closes it */

/** What the groups of a path say is given to its screen. @type {[RegExp, () => Promise<{ default: Screen }>][]} */
const ROUTES = [
  [/^\/$/, () => withParts(import("./screens/home.js"), "pages")],
  [/^\/r\/([^/]+)$/, () => import("./screens/play.js")],
  [/^\/w\/([^/]+)$/, () => import("./screens/watch.js")],
  [/^\/g\/([^/]+)$/, () => withParts(import("./screens/replay.js"), "board", "pages", "more", "people")],
  [/^\/how$/, () => withParts(import("./screens/how.js"), "pages", "more")],
  [/^\/verify$/, () => withParts(import("./screens/verify.js"), "pages", "more")],
  [/^\/daily(?:\/([^/]+))?$/, () => withParts(import("./screens/daily.js"), "pages", "people")],
  [
    /^\/boards(?:\/(\w+)\/([\w-]+)\/(\w+))?$/,
    () => withParts(import("./screens/leaderboard.js"), "pages", "people"),
  ],
  [/^\/p\/([^/]+)$/, () => withParts(import("./screens/player.js"), "pages", "people")],
  [/^\/d\/([^/]+)$/, () => withParts(import("./screens/deal.js"), "board", "pages", "people")],
];

/** Closes the screen that is shown. */
let close = () => {};
let shown = 0;

/** Shows what the address says. */
async function show() {
  const [path, load] = ROUTES.find(([path]) => path.test(location.pathname)) ?? ROUTES[0];
  const params = location.pathname.match(path)?.slice(1) ?? [];
  const turn = ++shown;
  const module = await load().catch(() => null);
  if (turn !== shown) return;
  if (!module) return toast(t("e_unreachable"));
  close();
  byId("main").replaceChildren();
  shell.reset();
  close = module.default(shell, ...params) ?? (() => {});
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
  void go(anchor.pathname + anchor.search);
}

export function start() {
  document.addEventListener("click", follow);
  onNavigate(show);
  void refresh();
}
