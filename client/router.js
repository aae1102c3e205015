import { t } from "./i18n/index.js";
import { go, onNavigate, refresh } from "./nav.js";
import { byId, toast } from "./view/dom.js";
import { withParts } from "./view/parts.js";
import { shell } from "./view/shell.js";

/** @import { Part } from "./i18n/index.js" */
/** @import { Shell } from "./view/shell.js" */
/** @typedef {(shell: Shell, ...params: string[]) => (() => void) | void} Screen shows itself; gives what closes it */

/** A screen that needs pages and maybe more. @type {(name: string, ...parts: Part[]) => () => Promise<{ default: Screen }>} */
const page =
  (name, ...parts) =>
  () =>
    withParts(import(`./screens/${name}.js`), "pages", ...parts);

const deal = page("deal", "board", "people");
const line = page("line", "board", "replay", "solver");
const lost = page("lost");

/** By the first part of a path; the others are given to its screen. @type {{ [first: string]: () => Promise<{ default: Screen }> }} */
const ROUTES = {
  "": page("home", "home"),
  r: () => import("./screens/play.js"),
  w: () => import("./screens/watch.js"),
  g: page("replay", "board", "replay"),
  how: page("how", "home", "more"),
  verify: page("verify", "more", "replay"),
  daily: page("daily", "people", "replay"),
  boards: page("leaderboard", "people", "replay"),
  p: page("player", "people", "replay"),
  d: () => (location.search.includes("&line=") ? line : deal)(),
  compare: page("compare", "board", "replay", "solver"),
};

/** Closes the screen that is shown. */
let close = () => {};
let shown = 0;

/** Shows what the address says. */
async function show() {
  const [first, ...params] = location.pathname.slice(1).split("/");
  const turn = ++shown;
  const module = await (ROUTES[first] ?? lost)().catch(() => null);
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
  if (!(anchor.pathname.split("/")[1] in ROUTES)) return;
  event.preventDefault();
  void go(anchor.pathname + anchor.search);
}

export function start() {
  document.addEventListener("click", follow);
  onNavigate(show);
  void refresh();
}
