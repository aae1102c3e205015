import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { every, later } from "../ui/timers.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { React } from "../net/messages.js" */
/** @typedef {React["reaction"]} Reaction */

/** @type {[Reaction, string][]} */
const REACTIONS = [
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
/** How often a wave of reactions may rise (ms), and how many do so at a time: each takes 2.5 s. */
const WAVE_MS = 900;
const MAX_WAVES = 3;

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

/** What the audience feels: its reactions rise in waves and go, a number beside each that came more than once. */
export class RisingReactions {
  element = h("div", { class: "rising", "aria-hidden": "true" });
  /** How often each came since the last wave. @type {Map<string, number>} */ #waiting = new Map();
  /** The latest first; null where nothing came. @type {(HTMLElement | null)[]} */ #waves = [];

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    every(WAVE_MS, () => this.#step(), signal);
  }

  /** @param {{ [reaction: string]: number }} [counts] how often each came */
  show(counts = {}) {
    for (const [reaction, n] of Object.entries(counts))
      this.#waiting.set(reaction, n + (this.#waiting.get(reaction) ?? 0));
  }

  #step() {
    this.#waves.unshift(this.#waiting.size ? this.#wave() : null);
    for (const risen of this.#waves.splice(MAX_WAVES)) risen?.remove();
  }

  /** One element moves for all of them: a phone pays for each. */
  #wave() {
    const wave = h(
      "div",
      {},
      ...REACTIONS.map(([reaction, glyph], i) => reactionOf(glyph, this.#waiting.get(reaction), i)),
    );
    this.#waiting.clear();
    this.element.append(wave);
    return wave;
  }
}

/** @type {(glyph: string, n: number | undefined, column: number) => HTMLElement | false} */
const reactionOf = (glyph, n, column) =>
  !!n && h("span", { "--column": column }, glyph, n > 1 && h("b", { class: "figure" }, n));
