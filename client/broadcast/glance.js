import { secondsText, t, timeText } from "../i18n/index.js";
import { h, morph } from "../ui/dom.js";
import { troubled } from "./state.js";

/** @import { BroadcastState, Entry, Trouble, Troubled } from "./state.js" */

/** So many games in trouble are named, the others are counted. */
const MAX_NAMED = 2;
/** @type {{ [trouble in Trouble]: "troubleLost" | "troubleStuck" | "troubleSlim" | "troubleShuffle" | "troubleIdle" | "behindCards" }} */
const TEXTS = {
  lost: "troubleLost",
  stuck: "troubleStuck",
  slim: "troubleSlim",
  shuffle: "troubleShuffle",
  idle: "troubleIdle",
  behind: "behindCards",
};

/** Who leads, who is in trouble and what has just happened, whatever else is on the screen. */
export class Glance {
  #now = "";
  element = h("section.glance.panel", { "aria-label": t("atAGlance") });

  /** @param {BroadcastState} state */
  render(state) {
    const isShown = state.hasStarted && state.entries.length > 1;
    // Screen readers hear what happens from the ticker, and large screens show both.
    const now = this.#now && h("p.now", { "aria-hidden": "true" }, this.#now);
    const lines = isShown ? [leadLine(state), troubleLine(state), now] : [];
    this.element.toggleAttribute("hidden", !isShown);
    morph(this.element, ...lines);
  }

  /** Take what has just happened, in words. @param {string} text */
  tell(text) {
    this.#now = text;
  }
}

/** A line: items that have no room are left out, from the last one on. @type {(name: string, head: string, ...items: (Node | string)[]) => HTMLElement} */
const line = (name, head, ...items) =>
  h(
    "p",
    { class: name },
    h("b", head),
    " ",
    h("span.items", ...items.flatMap((each, i) => (i ? [" ", each] : [each]))),
  );

/** A player and what is said of the game. @type {(name: string, text: string) => HTMLElement} */
const item = (name, text) => h("span", h("strong", { dir: "auto" }, name), " ", h("span", text));

/** @type {(state: BroadcastState) => HTMLElement} */
function leadLine({ cards, entries, opened }) {
  const [first, second] = entries;
  if (!first.place || first.locked <= opened) return line("leads", t("glanceLeads"), t("glanceNobody"));
  if (first.isWon) return line("leads", t("glanceWon"), item(first.name, timeText(first.reachedMs)));
  const share = `${first.locked}/${cards}`;
  if (second.place === first.place)
    return line("leads", t("glanceLevel"), item(first.name, share), item(second.name, share));
  const ahead = second.place
    ? [item(first.name, aheadText(first, second)), share]
    : [item(first.name, share)];
  return line("leads", t("glanceLeads"), ...ahead);
}

/** @type {(first: Entry, second: Entry) => string} */
function aheadText(first, second) {
  const n = first.locked - second.locked;
  return n
    ? t("cardsAhead", { n })
    : t("timeAhead", { time: secondsText(second.reachedMs - first.reachedMs) });
}

/** @type {(state: BroadcastState) => HTMLElement} */
function troubleLine(state) {
  const all = troubled(state);
  if (!all.length) return line("trouble nobody", t("chasing"), t("glanceNobody"));
  const named = all.slice(0, MAX_NAMED).map((each) => item(each.entry.name, troubleText(each, state)));
  const more = all.length > MAX_NAMED ? [`+${all.length - MAX_NAMED}`] : [];
  return line("trouble", t("chasing"), ...named, ...more);
}

/** @type {(troubled: Troubled, state: BroadcastState) => string} */
function troubleText({ entry: { chance, lastMs, locked }, trouble }, { entries, ms }) {
  const percent = Math.round(100 * (chance ?? 0));
  return t(TEXTS[trouble], { n: entries[0].locked - locked, percent, time: timeText(ms - lastMs) });
}
