import { LiveBroadcast } from "../../broadcast/live.js";
import { RisingReactions } from "../../broadcast/reactions.js";
import { BroadcastView, clockText, delayText } from "../../broadcast/view.js";
import { byId, h, morph } from "../../ui/dom.js";
import { tag } from "../../ui/parts.js";
import { errorText } from "../../ui/say.js";
import { every, onAbort } from "../../ui/timers.js";

/** The parts that an overlay can have, from top to bottom. */
export const PARTS = /** @type {const} */ (["clock", "standings", "board", "ticker", "reactions"]);
const THEMES = /** @type {const} */ (["dark", "light", "plain"]);
/** The parts that it has unless it is asked for others. */
const DEFAULT_PARTS = PARTS.filter((part) => part !== "reactions");
/** @typedef {typeof PARTS[number]} OverlayPart */
/** @typedef {typeof THEMES[number]} Theme `plain`: light text without boxes */

/**
 * The options in an address, `?parts=clock,standings&theme=light`; without parts all of them but reactions, without a theme the dark one.
 * @type {(query: URLSearchParams) => { parts: OverlayPart[], theme: Theme }}
 */
export function overlayOptions(query) {
  const named = (query.get("parts") ?? "").split(",").map((name) => name.trim());
  const parts = PARTS.filter((part) => named.includes(part));
  const theme = THEMES.find((each) => each === query.get("theme")) ?? "dark";
  return { parts: parts.length ? parts : DEFAULT_PARTS, theme };
}

const TICK_MS = 250;

/** The broadcast of a room with a clock and reactions of its own; its stylesheet hides the parts that are not wanted. @type {(code: string, parts: OverlayPart[], signal: AbortSignal) => HTMLElement} */
function overlay(code, parts, signal) {
  const clock = h("p.overlay-clock");
  const problem = h("p.overlay-clock.problem", { hidden: true });
  const rising = new RisingReactions(signal);
  const live = new LiveBroadcast(code, signal, (event) => {
    if (event.t === "audience") rising.show(event.reactions);
  });
  const view = new BroadcastView(live, signal);
  const { element } = view;
  /** Why there is nothing to show. @param {wire.Bye} bye */
  const fail = async ({ code, message }) => {
    problem.hidden = false;
    problem.textContent = await errorText(code, message);
  };
  const step = () => {
    const now = performance.now();
    const news = live.step(now);
    const { bye, delayS, shown } = live;
    if (bye && problem.hidden) void fail(bye);
    if (!shown) return;
    element.classList.remove("raceless");
    const time = live.isOver(now) ? "★" : clockText(shown.state);
    morph(clock, h("span.figure", time), tag(delayText(delayS)));
    view.show(shown, news);
  };
  view.surround();
  element.classList.add("overlay-parts", "raceless");
  element.dataset.parts = parts.join(" ");
  element.inert = true;
  element.prepend(problem, clock);
  element.append(rising.element);
  every(TICK_MS, step, signal);
  return element;
}

/** A race over somebody's stream: nothing but the wanted parts on a transparent page, and never the code of the room. @param {Page} page @param {string} code */
export default function overlayScreen({ shell, signal }, code) {
  const { parts, theme } = overlayOptions(new URLSearchParams(location.search));
  const root = document.documentElement;
  const before = root.dataset.theme;
  shell.title("");
  root.classList.add("on-stream");
  Object.assign(root.dataset, { theme: theme === "light" ? "light" : "dark", overlay: theme });
  onAbort(signal, () => {
    root.classList.remove("on-stream");
    if (before) root.dataset.theme = before;
    else delete root.dataset.theme;
  });
  const heading = h("h1.visually-hidden", document.title);
  byId("main").append(heading, overlay(code.toUpperCase(), parts, signal));
}
