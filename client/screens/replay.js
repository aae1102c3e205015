import { cardName, t } from "../i18n/index.js";
import { game as fetchGame } from "../net/api.js";
import { locked, ROWS } from "../rules/board.js";
import { frames } from "../rules/frames.js";
import { readTranscript } from "../rules/transcript.js";
import { BoardView } from "../view/board.js";
import { button, byId, h, link, morph } from "../view/dom.js";
import { exactTimeText } from "../view/format.js";
import { dialogLater } from "../view/lazy.js";
import { facts } from "../view/replayfacts.js";
import { sorryPage } from "../view/sorry.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { FinishedGame } from "../net/messages.js" */
/** @typedef {{ game: Game, ms: number }} Frame */

const SPEEDS = [1, 2, 5, 20];
/** Faster than it was played, a longer pause than this is cut short (ms, before the speed). */
const LONGEST_PAUSE = 4000;

/** A finished game, again. @type {import("../router.js").Screen} */
export default function replayScreen(shell, id) {
  /** @type {Replay | null} */
  let shown = null;
  let isClosed = false;
  fetchGame(id).then(
    (found) => {
      if (isClosed) return;
      shell.title(t("replayOf", { name: found.name }));
      shell.fix(true);
      shown = new Replay(found);
      shell.hud.replaceChildren(shown.hud);
      byId("main").append(shown.element);
    },
    async (error) => {
      const page = await sorryPage(error, dailyLink(error));
      if (!isClosed) byId("main").append(page);
    },
  );
  return () => {
    isClosed = true;
    shown?.close();
  };
}

/** A sealed daily has to be played first. @param {{ code: string }} error */
const dailyLink = ({ code }) => code === "sealed_daily" && link("/daily", t("daily"), { class: "btn main" });

class Replay {
  hud = h("span");
  #at = 0;
  #speed = SPEEDS[1];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #controls = h("div", { class: "ctl" });
  #text = h("p", { class: "small soft grow", role: "status" });

  /** @param {FinishedGame} found */
  constructor(found) {
    this.found = found;
    this.frames = [...frames(found.replay)];
    this.actions = [...readTranscript(found.replay.transcript)].map(({ action }) => action);
    this.view = new BoardView(t("replayOf", { name: found.name }));
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.frames.length - 1,
      value: 0,
      "aria-label": t("position"),
      oninput: () => this.#go(Number(this.slider.value)),
    });
    this.element = h(
      "div",
      { class: "race film" },
      h("h1", { class: "sr" }, t("replayOf", { name: found.name })),
      h("div", { class: "stage" }, this.view.element),
      h("div", { class: "replay" }, this.#text, this.slider, this.#controls),
      h("aside", { class: "side about-game", "aria-label": t("aboutGame") }, ...facts(found)),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.#show();
  }

  close() {
    clearTimeout(this.#timer);
    document.removeEventListener("keydown", this.onKey);
  }

  get #isPlaying() {
    return this.#timer !== undefined;
  }

  #show() {
    const { game, ms } = this.frames[this.#at];
    this.view.show(game.board, game.variant);
    this.slider.value = String(this.#at);
    const all = ROWS * (game.variant.columns - 1);
    this.hud.textContent = `${exactTimeText(ms)} · ${locked(game.board)}/${all}`;
    const action = this.actions[this.#at - 1];
    const text = `${this.#at}/${this.frames.length - 1}${action ? ` · ${actionText(action)}` : ""}`;
    this.slider.setAttribute("aria-valuetext", `${exactTimeText(ms)}, ${text}`);
    morph(this.#text, `${this.found.name} · ${text}`);
    morph(
      this.#controls,
      button("«", () => this.#go(0), { "aria-label": t("toStart") }),
      button("−1", () => this.#go(this.#at - 1), { title: t("back1") }),
      button(this.#isPlaying ? "❚❚" : "▶", () => this.#toggle(), {
        class: "btn main",
        "aria-label": t(this.#isPlaying ? "pause" : "play"),
      }),
      button("+1", () => this.#go(this.#at + 1), { title: t("on1") }),
      button(`${this.#speed}×`, () => this.#faster(), { title: t("speed", { n: this.#speed }) }),
      button("…", () => this.#more(), {
        class: "btn about",
        "aria-label": t("aboutGame"),
        "aria-haspopup": "dialog",
      }),
    );
  }

  /** @param {number} at */
  #go(at) {
    this.#at = Math.min(this.frames.length - 1, Math.max(0, at));
    this.#show();
  }

  #toggle() {
    if (this.#isPlaying) this.#stop();
    else {
      if (this.#at === this.frames.length - 1) this.#at = 0;
      this.#wait();
    }
    this.#show();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait() {
    const next = this.frames[this.#at + 1];
    if (!next) return this.#stop();
    const longest = this.#speed > 1 ? LONGEST_PAUSE : Infinity;
    const pause = Math.min(next.ms - this.frames[this.#at].ms, longest);
    this.#timer = setTimeout(() => {
      this.#at++;
      this.#wait();
      this.#show();
    }, pause / this.#speed);
  }

  #more() {
    void dialogLater(t("aboutGame"), h("div", { class: "stack about-game" }, ...facts(this.found)));
  }

  #faster() {
    this.#speed = SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length];
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("[role=grid], input, dialog, button") && event.key !== "Escape") return;
    const steps = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.frames.length - 1 };
    if (event.key in steps) this.#go(steps[/** @type {keyof typeof steps} */ (event.key)]);
    else if (event.key === " ") this.#toggle();
    else return;
    event.preventDefault();
  }
}

/** @type {(action: Action) => string} */
const actionText = (action) => (typeof action === "string" ? t(action) : cardName(action.card));
