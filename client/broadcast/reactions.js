import { t } from "../i18n/index.js";
import { button, h, morph } from "../ui/dom.js";
import { isStill, settle } from "../ui/motion.js";
import { every, later } from "../ui/timers.js";

/** @typedef {wire.React["reaction"]} Reaction */

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
/** @type {KeyframeAnimationOptions} */
const RISE = { duration: 2500, easing: "ease-out", fill: "both" };
/** @type {Keyframe[]} */
const FRAMES = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 0, transform: "translateY(-9rem)" }];

/** Return what takes the taps of one spectator, which are sent twice a second. @type {(send: (reaction: Reaction, times: number) => void, signal: AbortSignal) => (reaction: Reaction) => void} */
export function tapCounter(send, signal) {
  /** @type {Map<Reaction, number>} */
  const taps = new Map();
  const flush = () => {
    for (const [each, times] of taps) send(each, times);
    taps.clear();
  };
  return (reaction) => {
    if (!taps.size) later(GATHER_MS, flush, signal);
    taps.set(reaction, Math.min(MAX_TIMES, (taps.get(reaction) ?? 0) + 1));
  };
}

/** A button for each reaction. @type {(onTap: (reaction: Reaction) => void) => HTMLElement} */
export const reactionButtons = (onTap) =>
  h(
    "div.reactions",
    { role: "group", "aria-label": t("react") },
    ...REACTIONS.map(([reaction, glyph]) => {
      const text = t(/** @type {Key} */ (`r_${reaction}`));
      return button(glyph, () => onTap(reaction), { class: "btn quiet", title: text, "aria-label": text });
    }),
  );

/** The reactions of the audience: they rise in waves and go, a number beside each that came more than once. */
export class RisingReactions {
  /** Each rises again and again: a phone pays for what comes and goes. The next one first. */
  #waves = Array.from({ length: MAX_WAVES }, () => h("div"));
  element = h("div.rising", { "aria-hidden": "true" }, ...this.#waves);
  /** How often each came since the last wave. @type {Map<string, number>} */ #waiting = new Map();

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
    const [wave, ...others] = this.#waves;
    this.#waves = [...others, wave];
    const risen = REACTIONS.map(([reaction, glyph], i) => {
      const n = this.#waiting.get(reaction) ?? 0;
      const count = n > 1 && h("b.figure", n);
      return n > 0 && h("span", { "data-key": reaction, "--column": i }, glyph, count);
    });
    morph(wave, ...risen);
    settle(wave);
    if (this.#waiting.size && !isStill()) wave.animate(FRAMES, RISE);
    this.#waiting.clear();
  }
}
