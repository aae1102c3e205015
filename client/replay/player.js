import { BoardView } from "../board/board.js";
import { dotted, t } from "../i18n/index.js";
import { locked, ROWS } from "../rules/board.js";
import { openDialog } from "../ui/dialog.js";
import { button, byId, h, icon, morph } from "../ui/dom.js";
import { slider } from "../ui/fields.js";
import { exactTimeText } from "../ui/format.js";
import { load } from "../ui/load.js";
import { opener } from "../ui/parts.js";
import { playback, ReplayClock } from "./clock.js";
import { frameAt } from "./frames.js";
import { actionText } from "./verdicts.js";

/** @import { Clipped } from "./clips.js" */

/**
 * A replayed game. `actions` lead from frame to frame; `facts` are created anew for each place where they are shown.
 * @typedef {{ title: string, name: string, frames: Frame[], actions: Action[], facts: () => Child[] }} Recording
 */
/**
 * The part of an analysis in the player.
 * @typedef {{ remark: (at: number) => string, onShow: (at: number) => void }} Annotation a remark on a position; called
 *   when another position is shown
 */

const DEFAULT_SPEED = 2;
/** A longer pause between two actions is cut to this (ms, before the speed). */
const MAX_PAUSE_MS = 4000;

/** When positions are shown: each at a time of its own, and soon. @type {(frames: Frame[]) => { ms: number }[]} */
function timesOf(frames) {
  let ms = 0;
  return frames.map((frame, i) => {
    if (i) ms += Math.max(1, Math.min(MAX_PAUSE_MS, frame.ms - frames[i - 1].ms));
    return { ms };
  });
}

/** A game, action by action: its board, a slider, buttons and keys. */
export class ReplayPlayer {
  /** When each position is shown, by the clock. @type {{ ms: number }[]} */ #times;
  #clock;
  /** The last drawing. */ #drawn = "";
  /** @type {Annotation} */ #annotation = { remark: () => "", onShow: () => {} };
  #hud = h("span");
  #text = h("p.small.soft.grow", { role: "status" });
  #controls = h("div.controls");
  /** Where something can be put beside the text, and under the slider. */
  beside = h("div.row");
  below = h("div.below-slider");

  /** @param {Recording} recording @param {Page} page */
  constructor(recording, { shell, signal }) {
    this.recording = recording;
    this.signal = signal;
    this.#times = timesOf(recording.frames);
    this.#clock = new ReplayClock(this.#times[this.last].ms, () => this.#show(), signal, DEFAULT_SPEED);
    this.board = new BoardView(recording.title, signal);
    this.slider = slider(t("position"), this.last, (at) => this.go(at));
    this.element = h(
      "div.race.replay",
      h("h1.visually-hidden", recording.title),
      h("div.stage", this.board.element),
      h(
        "div.playback",
        h("div.position-text", this.#text, this.beside),
        this.slider,
        this.below,
        this.#controls,
      ),
      h("aside.side.about-game", { "aria-label": t("aboutGame") }, ...recording.facts()),
    );
    shell.title(recording.title);
    shell.fix(true);
    shell.hud.replaceChildren(this.#hud);
    byId("main").append(this.element);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.board.element.addEventListener("turn", () => this.render());
    this.render();
  }

  /** The position that is shown, by the number of its last action. */
  get at() {
    return frameAt(this.#times, this.#clock.ms);
  }

  get last() {
    return this.recording.frames.length - 1;
  }

  /** @param {Annotation} annotation */
  annotate(annotation) {
    this.#annotation = annotation;
    this.render();
  }

  /** Show a position. @param {number} at */
  go(at) {
    this.#drawn = "";
    this.#clock.seek(this.#times[Math.min(this.last, Math.max(0, at))].ms);
  }

  /** Draw the changes: the clock ticks more often than cards move. */
  #show() {
    if (this.#drawn !== `${this.at} ${this.#clock.isRunning} ${this.#clock.speed}`) this.render();
  }

  render() {
    const { frames, name } = this.recording;
    const { at } = this;
    const { game, ms } = frames[at];
    this.#drawn = `${at} ${this.#clock.isRunning} ${this.#clock.speed}`;
    const total = ROWS * (game.variant.columns - 1);
    const text = this.#positionText();
    this.board.show(game.board, game.variant, {
      before: frames[at - 1]?.game.board ?? null,
      shuffles: game.shuffles,
    });
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `${exactTimeText(ms)}, ${text}`);
    this.#hud.textContent = dotted(exactTimeText(ms), `${locked(game.board)}/${total}`);
    morph(this.#text, dotted(name, text));
    morph(this.#controls, ...this.#buttons());
    this.#annotation.onShow(at);
  }

  #positionText() {
    const action = this.recording.actions[this.at - 1];
    return dotted(`${this.at}/${this.last}`, action && actionText(action), this.#annotation.remark(this.at));
  }

  /** @returns {Child[]} */
  #buttons() {
    const openFacts = () => openDialog(t("aboutGame"), h("div.stack.about-game", ...this.recording.facts()));
    return [
      ...playback(
        this.#clock,
        button(icon("back"), () => this.go(this.at - 1), "btn icon", t("back1")),
        button(icon("on"), () => this.go(this.at + 1), "btn icon", t("on1")),
      ),
      opener(icon("more"), openFacts, "btn icon about", t("aboutGame")),
    ];
  }

  /** Run from the position that is shown, or from the start again if that is the last one. */
  play() {
    if (!this.#clock.isRunning) this.#clock.toggle();
  }

  pause() {
    this.#clock.stop();
    this.render();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.element.isConnected) return; // the element in its place has keys of its own
    if (target.closest("[role=grid], input, dialog, button") && event.key !== "Escape") return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    if (event.key in steps) this.go(steps[/** @type {keyof typeof steps} */ (event.key)]);
    else if (event.key === " ") this.#clock.toggle();
    else return;
    event.preventDefault();
  }
}

/** A button that makes a clip, where the browser can. @param {() => Clipped[]} games best first @param {() => number} at the instant that is shown (ms) */
export const clipButton = (games, at) =>
  "MediaRecorder" in window &&
  "captureStream" in HTMLCanvasElement.prototype &&
  opener(t("makeClip"), async () =>
    (await load(import("./clips.js"), "replay/clips.css")).openClip(games(), at()),
  );
