import { t } from "../i18n/index.js";
import { button, icon } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";
import "./icons.js";

const SPEEDS = [1, 2, 5, 20];
const DEFAULT_SPEED = 5;

/** The clock of a replay: it stands, or runs at one of the speeds from the start of a race to its end. */
export class ReplayClock {
  /** Since the start of the race (ms). */ ms = 0;
  isRunning = false;
  /** The last frame of the screen, by the clock of the page (ms). */ #drawnAt = 0;
  #frame = 0;

  /** @param {number} end when the race ended (ms since its start) @param {() => void} onChange @param {AbortSignal} signal of the screen */
  constructor(end, onChange, signal, speed = DEFAULT_SPEED) {
    this.speed = speed;
    this.end = end;
    this.onChange = onChange;
    onAbort(signal, () => this.stop());
  }

  /** Go to a time, and stay there or run on from it. @param {number} ms */
  seek(ms) {
    this.ms = Math.min(this.end, Math.max(0, ms));
    if (this.ms === this.end) this.stop();
    this.onChange();
  }

  /** Run, from the start again if it has come to the end; or stop. */
  toggle() {
    if (this.isRunning) this.stop();
    else {
      if (this.ms === this.end) this.ms = 0;
      this.isRunning = true;
      this.#drawnAt = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#tick(now));
    }
    this.onChange();
  }

  /** After the highest speed, the lowest. */
  nextSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.onChange();
  }

  stop() {
    this.isRunning = false;
    cancelAnimationFrame(this.#frame);
  }

  /** @param {number} now */
  #tick(now) {
    const passed = Math.max(0, now - this.#drawnAt) * this.speed;
    this.#drawnAt = now;
    this.#frame = requestAnimationFrame((later) => this.#tick(later));
    this.seek(this.ms + passed);
  }
}

/** The buttons of a clock: to the start, back, play, on, faster. @type {(clock: ReplayClock, back: Child, on: Child) => Child[]} */
export const playback = (clock, back, on) => [
  button(icon("first"), () => clock.seek(0), "btn icon", t("toStart")),
  back,
  button(
    icon(clock.isRunning ? "pause" : "start"),
    () => clock.toggle(),
    "btn main icon",
    t(clock.isRunning ? "pause" : "play"),
  ),
  on,
  button(`${clock.speed}×`, () => clock.nextSpeed(), { title: t("speed", { n: clock.speed }) }),
];
