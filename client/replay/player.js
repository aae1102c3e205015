import { BoardView } from "../board/board.js";
import { cardName, t } from "../i18n/index.js";
import { locked, ROWS } from "../rules/board.js";
import { button, byId, h, morph } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { dialogLater } from "../ui/lazy.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Frame } from "./splits.js" */
/** @import { Shell } from "../ui/shell.js" */
/**
 * What is played again. `actions` lead from frame to frame; `facts` are made anew for each place where they stand.
 * @typedef {{ title: string, name: string, frames: Frame[], actions: Action[], facts: () => HTMLElement[] }} Reel
 */

const SPEEDS = [1, 2, 5, 20];
/** Faster than it was played, a longer pause than this is cut short (ms, before the speed). */
const LONGEST_PAUSE = 4000;

/** A game, action by action: its board, a slider, buttons and keys. */
export class Film {
  hud = h("span");
  /** What stands beside the words about a position. */ beside = h("div");
  /** What stands under the slider. */ below = h("div", { class: "below" });
  /** What is said of a position besides. @type {(at: number) => string} */ remark = () => "";
  /** Called when another position is shown. @type {(at: number) => void} */ onShow = () => {};
  #at = 0;
  #speed = SPEEDS[1];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #controls = h("div", { class: "ctl" });
  #text = h("p", { class: "small soft grow", role: "status" });

  /** @param {Reel} reel */
  constructor(reel) {
    this.reel = reel;
    this.view = new BoardView(reel.title);
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: reel.frames.length - 1,
      value: 0,
      "aria-label": t("position"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.element = h(
      "div",
      { class: "race film" },
      h("h1", { class: "sr" }, reel.title),
      h("div", { class: "stage" }, this.view.element),
      h(
        "div",
        { class: "replay" },
        h("div", { class: "words" }, this.#text, this.beside),
        this.slider,
        this.below,
        this.#controls,
      ),
      h("aside", { class: "side about-game", "aria-label": t("aboutGame") }, ...reel.facts()),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.show();
  }

  /** Puts it on the page. @param {Shell} shell */
  mount(shell) {
    shell.title(this.reel.title);
    shell.fix(true);
    shell.hud.replaceChildren(this.hud);
    byId("main").append(this.element);
  }

  close() {
    clearTimeout(this.#timer);
    document.removeEventListener("keydown", this.onKey);
  }

  get #isPlaying() {
    return this.#timer !== undefined;
  }

  /** The position that is shown: after so many actions. */
  get at() {
    return this.#at;
  }

  get #last() {
    return this.reel.frames.length - 1;
  }

  /** Shows where it is, anew. */
  show() {
    const { frames, actions, name } = this.reel;
    const { game, ms } = frames[this.#at];
    this.view.show(game.board, game.variant);
    this.slider.value = String(this.#at);
    const all = ROWS * (game.variant.columns - 1);
    this.hud.textContent = `${exactTimeText(ms)} · ${locked(game.board)}/${all}`;
    const action = actions[this.#at - 1];
    const parts = [`${this.#at}/${this.#last}`, action && actionText(action), this.remark(this.#at)];
    const text = parts.filter(Boolean).join(" · ");
    this.slider.setAttribute("aria-valuetext", `${exactTimeText(ms)}, ${text}`);
    morph(this.#text, `${name} · ${text}`);
    morph(
      this.#controls,
      button("«", () => this.go(0), { "aria-label": t("toStart") }),
      button("−1", () => this.go(this.#at - 1), { title: t("back1") }),
      button(this.#isPlaying ? "❚❚" : "▶", () => this.#toggle(), {
        class: "btn main",
        "aria-label": t(this.#isPlaying ? "pause" : "play"),
      }),
      button("+1", () => this.go(this.#at + 1), { title: t("on1") }),
      button(`${this.#speed}×`, () => this.#faster(), { title: t("speed", { n: this.#speed }) }),
      button("…", () => this.#more(), {
        class: "btn about",
        "aria-label": t("aboutGame"),
        "aria-haspopup": "dialog",
      }),
    );
    this.onShow(this.#at);
  }

  /** Shows a position. @param {number} at */
  go(at) {
    this.#at = Math.min(this.#last, Math.max(0, at));
    this.show();
  }

  #toggle() {
    if (this.#isPlaying) this.#stop();
    else {
      if (this.#at === this.#last) this.#at = 0;
      this.#wait();
    }
    this.show();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait() {
    const next = this.reel.frames[this.#at + 1];
    if (!next) return this.#stop();
    const longest = this.#speed > 1 ? LONGEST_PAUSE : Infinity;
    const pause = Math.min(next.ms - this.reel.frames[this.#at].ms, longest);
    this.#timer = setTimeout(() => {
      this.#at++;
      this.#wait();
      this.show();
    }, pause / this.#speed);
  }

  #more() {
    void dialogLater(t("aboutGame"), h("div", { class: "stack about-game" }, ...this.reel.facts()));
  }

  #faster() {
    this.#speed = SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length];
    this.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("[role=grid], input, dialog, button") && event.key !== "Escape") return;
    const steps = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#last };
    if (event.key in steps) this.go(steps[/** @type {keyof typeof steps} */ (event.key)]);
    else if (event.key === " ") this.#toggle();
    else return;
    event.preventDefault();
  }
}

/** An action in some words; with the number of columns also where to. @type {(action: Action, columns?: number) => string} */
export function actionText(action, columns) {
  if (typeof action === "string") return t(action);
  const { card, slot } = action;
  if (!columns) return cardName(card);
  const place = t("place", { row: Math.floor(slot / columns) + 1, slot: (slot % columns) + 1 });
  return t("movedTo", { card: cardName(card), place });
}
