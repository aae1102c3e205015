import { t, timeText } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { slider } from "../ui/fields.js";

/** The race so far, as it can be watched again: `Broadcast` is one. @typedef {{ isLive: boolean, speed: number, seen: { from: number, to: number }, seek: (ms: number, speed?: number) => void }} Timeline */

/** The step of a button or a key, back or on (ms). */
const STEP_MS = 10_000;
const HALF = 0.5;

/** Watch what was shown so far again: by steps, slowly, from any time on; and return to the present. */
export class Scrubber {
  #ms = 0;
  #time = h("span.figure");
  #slider;
  #half;
  #live;
  element;

  /** @param {Timeline} timeline @param {() => void} onLive when the present is wanted */
  constructor(timeline, onLive) {
    this.timeline = timeline;
    this.#slider = slider(t("backInTime"), 0, (ms) => timeline.seek(ms), { step: 1000, class: "grow" });
    const changeSpeed = () => {
      const ms = Math.min(this.#ms, timeline.seen.to - 1);
      timeline.seek(ms, timeline.speed === HALF ? 1 : HALF);
    };
    this.#half = button("½×", changeSpeed, { class: "btn small", "aria-label": `½× ${t("halfSpeed")}` });
    this.#live = button(t("isLive"), onLive, "btn small");
    this.element = h(
      "div.row.scrubber",
      { role: "group", "aria-label": t("backInTime") },
      button("−10", () => this.step(-1), { class: "btn small", "aria-label": t("tenBack") }),
      this.#slider,
      this.#time,
      button("+10", () => this.step(1), { class: "btn small", "aria-label": t("tenOn") }),
      this.#half,
      this.#live,
    );
  }

  /** Go ten seconds back, or on. @param {number} direction */
  step(direction) {
    this.#ms += direction * STEP_MS; // the next step may come before the next state
    this.timeline.seek(this.#ms);
  }

  /** @param {BroadcastState} state */
  render({ ms }) {
    const { isLive, seen, speed } = this.timeline;
    this.#ms = ms;
    const text = timeText(Math.max(0, ms));
    Object.assign(this.#slider, { min: String(Math.floor(seen.from)), max: String(Math.ceil(seen.to)) });
    this.#slider.value = String(ms);
    this.#slider.setAttribute("aria-valuetext", text);
    this.#time.textContent = text;
    this.#half.setAttribute("aria-pressed", String(speed === HALF));
    this.#live.disabled = isLive;
  }
}
