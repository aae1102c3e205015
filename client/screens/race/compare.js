import { BoardView } from "../../board/board.js";
import { t, timeText } from "../../i18n/index.js";
import { game } from "../../net/play.js";
import { labelOf, namesakes } from "../../people/look-alikes.js";
import { playerName } from "../../people/names.js";
import { actionsOf, divergence, frameAt, framesOf, moments } from "../../replay/frames.js";
import "../../replay/icons.js";
import { actionText } from "../../replay/verdicts.js";
import { locked } from "../../rules/board.js";
import { button, byId, h, icon, link, morph } from "../../ui/dom.js";
import { exactTimeText } from "../../ui/format.js";

/** @import { FinishedGame } from "../../net/messages.js" */
/** @import { Page } from "../../ui/router.js" */

/** Two games on one deal side by side, and where they diverged. @param {Page} page @param {string} one @param {string} other */
export default async function compareScreen({ shell, signal }, one, other) {
  const games = await Promise.all([game(one, signal), game(other, signal)]);
  const comparison = new Comparison(games[0], games[1], signal);
  shell.title(comparison.title);
  shell.fix(true);
  byId("main").append(comparison.element);
}

/** One of the two games. */
class Side {
  #count = h("span.numbers");

  /** @param {FinishedGame} found @param {Set<string>} alike the players whose names read alike @param {AbortSignal} signal */
  constructor(found, alike, signal) {
    const { id, player, replay } = found;
    const name = labelOf({ player, name: playerName(found.name) }, alike);
    this.id = id;
    this.name = name;
    this.frames = framesOf(replay);
    this.actions = actionsOf(replay);
    this.board = new BoardView(t("replayOf", { name }), signal);
    this.element = h(
      "section",
      { "aria-label": name },
      h("p.row.small", link(`/g/${id}`, name), this.#count),
      h("div.stage", this.board.element),
    );
  }

  /** @param {number} at a frame */
  show(at) {
    const { game } = this.frames[at];
    this.board.show(game.board, game.variant, { before: this.frames[at - 1]?.game.board });
    this.#count.textContent = t("inPlaceAfter", { locked: locked(game.board), n: game.moves });
  }

  /** Point out the next action. @param {number} at a frame */
  hintNext(at) {
    const action = this.actions[at];
    if (action && typeof action !== "string") this.board.hint(action);
  }

  /** The next action in words. @param {number} at a frame @returns {string} */
  next(at) {
    const action = this.actions[at];
    const { game, ms } = this.frames[at];
    if (!action || action === "resign") return t("stoppedHere", { name: this.name, time: timeText(ms) });
    const move = actionText(action, game.variant.columns, this.board.isTall);
    return t("wentOn", {
      name: this.name,
      n: at + 1,
      time: timeText(this.frames[at + 1].ms),
      move,
    });
  }
}

/** Two games at one moment of their races. */
class Comparison {
  #text = h("p.small", { role: "status" });
  /** What is said of the moment, in lines. @type {() => string[]} */ #lines = () => [];

  /** @param {FinishedGame} one @param {FinishedGame} other @param {AbortSignal} signal @throws {{ code: string, message: string }} if they are on different deals */
  constructor(one, other, signal) {
    const alike = namesakes([one, other]);
    this.one = new Side(one, alike, signal);
    this.other = new Side(other, alike, signal);
    const diverged = divergence(this.one.frames, this.other.frames);
    if (!diverged) throw { code: "", message: t("notSameDeal") };
    this.diverged = diverged;
    this.moments = moments(this.one.frames, this.other.frames);
    this.title = t("compareTitle", { one: this.one.name, other: this.other.name });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.moments.length - 1,
      "aria-label": t("position"),
      oninput: () => this.#go(Number(this.slider.value)),
    });
    this.element = h(
      "div.race.replay.comparison",
      h("h1.visually-hidden", this.title),
      h("div.pair", this.one.element, this.other.element),
      h(
        "div.playback",
        this.#text,
        this.slider,
        h(
          "div.controls",
          button(icon("back"), () => this.#go(this.#moment - 1), { "aria-label": t("back1") }),
          button(t("partedHere"), () => this.#showDivergence(), { class: "btn main" }),
          button(icon("on"), () => this.#go(this.#moment + 1), { "aria-label": t("on1") }),
        ),
      ),
    );
    this.one.board.element.addEventListener("turn", () => this.#renderText());
    this.#showDivergence();
  }

  get #moment() {
    return Number(this.slider.value);
  }

  /** Show both games at the same moment of their races. @param {number} moment */
  #go(moment) {
    this.slider.value = String(Math.min(this.moments.length - 1, Math.max(0, moment)));
    const ms = this.moments[this.#moment];
    for (const side of [this.one, this.other]) side.show(frameAt(side.frames, ms));
    this.#say(() => [exactTimeText(ms)]);
  }

  /** Show the last board that both games reached, and how each continued. */
  #showDivergence() {
    const { one, other } = this.diverged;
    const ms = Math.min(this.one.frames[one].ms, this.other.frames[other].ms);
    this.slider.value = String(this.moments.indexOf(ms));
    this.one.show(one);
    this.other.show(other);
    const isEnd = one === this.one.frames.length - 1 && other === this.other.frames.length - 1;
    if (isEnd) return this.#say(() => [t("sameToTheEnd")]);
    this.one.hintNext(one);
    this.other.hintNext(other);
    this.#say(() => [t("bothHere"), this.one.next(one), this.other.next(other)]);
  }

  /** @param {() => string[]} lines */
  #say(lines) {
    this.#lines = lines;
    this.#renderText();
  }

  #renderText() {
    const lines = this.#lines();
    morph(this.#text, ...lines.map((line) => h("span", line)));
    this.slider.setAttribute("aria-valuetext", lines.join(" "));
  }
}
