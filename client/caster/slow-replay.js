import { WatchedBoard } from "../board/watched-board.js";
import { t, timeText } from "../i18n/index.js";
import { hueOf } from "../race/places.js";
import { h } from "../ui/dom.js";
import { every } from "../ui/timers.js";
import { stateAt } from "./last-moment.js";

/** @import { Variant } from "../rules/variants.js" */
/** @import { CasterView } from "./caster.js" */
/** @import { Scene } from "./last-moment.js" */

/** A replay takes so many times as long as what it shows. */
export const SLOWNESS = 3;
const TICK_MS = 100;

/** The last moment again, slowly: from what was shown already, so it is no less late than that. @implements {CasterView} */
export class SlowReplay {
  #name = h("b", { class: "who", dir: "auto" });
  #time = h("span", { class: "figure" });
  #board;
  element;

  /** @param {Scene} scene @param {Variant} variant @param {() => void} onEnd when all was shown @param {AbortSignal} signal of the replay */
  constructor(scene, variant, onEnd, signal) {
    this.scene = scene;
    this.variant = variant;
    this.onEnd = onEnd;
    this.#board = new WatchedBoard(signal);
    const mark = h("span", { class: "caster-mark" }, `${t("replayMark")} 1/${SLOWNESS}×`);
    this.element = h(
      "section",
      { class: "caster-view replaying", "aria-label": t("slowReplay") },
      h("div", { class: "caster-caption" }, mark, this.#name, this.#time),
      h("div", { class: "caster-stage" }, this.#board.element),
    );
    const began = performance.now();
    this.show(0);
    every(TICK_MS, () => this.show(performance.now() - began), signal);
  }

  /** Show it as it is so long after it began. @param {number} elapsed (ms) */
  show(elapsed) {
    const { from, id, to } = this.scene;
    const ms = from + elapsed / SLOWNESS;
    const entry = stateAt(this.scene, ms).entries.find((each) => each.id === id);
    if (!entry || ms > to) return this.onEnd();
    this.element.style.setProperty("--hue", hueOf(entry.seat));
    this.#name.textContent = entry.name;
    this.#time.textContent = timeText(ms);
    this.#board.show(entry, this.variant);
  }

  /** What happens meanwhile is not shown here. */
  render() {}
}
