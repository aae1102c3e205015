import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { later } from "../ui/timers.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { React } from "../net/messages.js" */
/** @typedef {React["reaction"]} Reaction */

/** @type {[Reaction, string][]} */
export const REACTIONS = [
  ["clap", "👏"],
  ["heart", "❤️"],
  ["wow", "😮"],
  ["laugh", "😂"],
  ["fire", "🔥"],
];
/** Taps within this time are sent as one message (ms). */
const GATHER_MS = 500;
/** The most that one message may count. */
const MAX_TIMES = 20;
/** How long reactions rise (ms), and how many may do so at a time. */
const RISE_MS = 2500;
const MAX_RISING = 15;

/** The taps of one spectator, sent twice a second. */
export class TapCounter {
  /** @type {Map<Reaction, number>} */ #taps = new Map();

  /** @param {(reaction: Reaction, times: number) => void} send @param {AbortSignal} signal of the screen */
  constructor(send, signal) {
    this.send = send;
    this.signal = signal;
  }

  /** @param {Reaction} reaction */
  tap(reaction) {
    if (!this.#taps.size) later(GATHER_MS, () => this.#flush(), this.signal);
    this.#taps.set(reaction, Math.min(MAX_TIMES, (this.#taps.get(reaction) ?? 0) + 1));
  }

  #flush() {
    for (const [reaction, times] of this.#taps) this.send(reaction, times);
    this.#taps.clear();
  }
}

/** A button for each reaction. @type {(onTap: (reaction: Reaction) => void) => HTMLElement} */
export const reactionButtons = (onTap) =>
  h(
    "div",
    { class: "reactions", role: "group", "aria-label": t("react") },
    ...REACTIONS.map(([reaction, glyph]) => {
      const text = t(/** @type {Key} */ (`r_${reaction}`));
      return button(glyph, () => onTap(reaction), { class: "btn quiet", title: text, "aria-label": text });
    }),
  );

/** What the audience feels: its reactions rise and go, a number beside each that came more than once. */
export class RisingReactions {
  element = h("div", { class: "rising", "aria-hidden": "true" });

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    this.signal = signal;
  }

  /** @param {{ [reaction: string]: number }} [counts] how often each came */
  show(counts = {}) {
    for (const [i, [reaction, glyph]] of REACTIONS.entries()) {
      const n = counts[reaction];
      if (n && this.element.children.length < MAX_RISING) this.#rise(glyph, n, i);
    }
  }

  /** @param {string} glyph @param {number} n @param {number} i its column */
  #rise(glyph, n, i) {
    const risen = h("span", { "--column": i }, glyph, n > 1 && h("b", { class: "figure" }, n));
    this.element.append(risen);
    later(RISE_MS, () => risen.remove(), this.signal);
  }
}
