import { BoardView } from "../board/board.js";
import { t } from "../i18n/index.js";
import { locked, ROWS } from "../rules/board.js";
import { openDialog } from "../ui/dialog.js";
import { button, byId, h, icon, morph } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { opener } from "../ui/parts.js";
import { onAbort } from "../ui/timers.js";
import { speedAfter } from "./clock.js";
import "./icons.js";
import { actionText } from "./verdicts.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { Page } from "../ui/router.js" */
/** @import { Frame } from "./frames.js" */

/**
 * What is replayed. `actions` lead from frame to frame; `facts` are created anew for each place where they are shown.
 * @typedef {{ title: string, name: string, frames: Frame[], actions: Action[], facts: () => Child[] }} Recording
 */
/**
 * What an analysis adds to the player.
 * @typedef {{ remark: (at: number) => string, onShow: (at: number) => void }} Annotation a remark on a position; called
 *   when another position is shown
 */

const DEFAULT_SPEED = 2;
/** Above speed 1, a longer pause between two actions is cut to this (ms, before the speed). */
const MAX_PAUSE_MS = 4000;

/** A game, action by action: its board, a slider, buttons and keys. */
export class ReplayPlayer {
  /** The position that is shown, by the number of its last action. */ #at = 0;
  #speed = DEFAULT_SPEED;
  #isPlaying = false;
  /** @type {Annotation} */ #annotation = { remark: () => "", onShow: () => {} };
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
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
    this.board = new BoardView(recording.title, signal);
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.last,
      value: 0,
      "aria-label": t("position"),
      oninput: () => this.go(Number(this.slider.value)),
    });
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
    onAbort(signal, () => clearTimeout(this.#timer));
    this.render();
  }

  get at() {
    return this.#at;
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
    this.#at = Math.min(this.last, Math.max(0, at));
    this.render();
  }

  render() {
    const { frames, name } = this.recording;
    const { game, ms } = frames[this.#at];
    const total = ROWS * (game.variant.columns - 1);
    const text = this.#positionText();
    this.board.show(game.board, game.variant, {
      before: frames[this.#at - 1]?.game.board,
      shuffles: game.shuffles,
    });
    this.slider.value = String(this.#at);
    this.slider.setAttribute("aria-valuetext", `${exactTimeText(ms)}, ${text}`);
    this.#hud.textContent = `${exactTimeText(ms)} · ${locked(game.board)}/${total}`;
    morph(this.#text, `${name} · ${text}`);
    morph(this.#controls, ...this.#buttons());
    this.#annotation.onShow(this.#at);
  }

  #positionText() {
    const action = this.recording.actions[this.#at - 1];
    const parts = [
      `${this.#at}/${this.last}`,
      action && actionText(action),
      this.#annotation.remark(this.#at),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  /** @returns {Child[]} */
  #buttons() {
    return [
      button(icon("first"), () => this.go(0), { "aria-label": t("toStart") }),
      button(icon("back"), () => this.go(this.#at - 1), { "aria-label": t("back1") }),
      button(icon(this.#isPlaying ? "pause" : "start"), () => this.#toggle(), {
        class: "btn main",
        "aria-label": t(this.#isPlaying ? "pause" : "play"),
      }),
      button(icon("on"), () => this.go(this.#at + 1), { "aria-label": t("on1") }),
      button(`${this.#speed}×`, () => this.#changeSpeed(), { title: t("speed", { n: this.#speed }) }),
      opener(icon("more"), () => this.#openFacts(), { class: "btn about", "aria-label": t("aboutGame") }),
    ];
  }

  /** Run from the position that is shown, or from the start again if that is the last one. */
  play() {
    clearTimeout(this.#timer);
    this.#isPlaying = true;
    if (this.#at === this.last) this.#at = 0;
    this.#scheduleNext();
    this.render();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#isPlaying = false;
    this.render();
  }

  #toggle() {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  #scheduleNext() {
    const { frames } = this.recording;
    const next = frames[this.#at + 1];
    this.#isPlaying = !!next;
    if (!next) return;
    const longest = this.#speed > 1 ? MAX_PAUSE_MS : Infinity;
    const pause = Math.min(next.ms - frames[this.#at].ms, longest);
    this.#timer = setTimeout(() => {
      this.#at++;
      this.#scheduleNext();
      this.render();
    }, pause / this.#speed);
  }

  #changeSpeed() {
    this.#speed = speedAfter(this.#speed);
    this.render();
  }

  #openFacts() {
    openDialog(t("aboutGame"), h("div.stack.about-game", ...this.recording.facts()));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.element.isConnected) return; // what stands in its place has keys of its own
    if (target.closest("[role=grid], input, dialog, button") && event.key !== "Escape") return;
    const steps = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.last };
    if (event.key in steps) this.go(steps[/** @type {keyof typeof steps} */ (event.key)]);
    else if (event.key === " ") this.#toggle();
    else return;
    event.preventDefault();
  }
}
