import { BoardView } from "../board/board.js";
import { t, timeText } from "../i18n/index.js";
import { game } from "../net/api.js";
import { personText } from "../profile/link.js";
import { locked } from "../rules/board.js";
import { readTranscript } from "../rules/transcript.js";
import { button, byId, h, link, morph } from "../ui/dom.js";
import { sorryPage } from "../ui/error-page.js";
import { exactTimeText } from "../ui/format.js";
import { moments, parting } from "./divergence.js";
import { frames } from "./frames.js";
import { actionText } from "./player.js";
import { frameAt } from "./splits.js";

/** @import { FinishedGame } from "../net/messages.js" */

/** Two games on one deal side by side, and where they parted. @type {import("../ui/router.js").Screen} */
export default function compareScreen(shell, one, other) {
  let isClosed = false;
  Promise.all([game(one), game(other)])
    .then(([one, other]) => {
      if (isClosed) return;
      const comparison = new Comparison(one, other);
      shell.title(comparison.title);
      shell.fix(true);
      byId("main").append(comparison.element);
    })
    .catch(async (error) => {
      const page = await sorryPage(error);
      if (!isClosed) byId("main").append(page);
    });
  return () => {
    isClosed = true;
  };
}

/** One of the two games. */
class Side {
  #count = h("span", { class: "num" });

  /** @param {FinishedGame} found */
  constructor(found) {
    const { id, replay } = found;
    const name = personText(found.name);
    this.name = name;
    this.frames = [...frames(replay)];
    this.actions = [...readTranscript(replay.transcript)].map(({ action }) => action);
    this.view = new BoardView(t("replayOf", { name }));
    this.element = h(
      "section",
      { "aria-label": name },
      h("p", { class: "row small" }, link(`/g/${id}`, name), this.#count),
      h("div", { class: "stage" }, this.view.element),
    );
  }

  /** @param {number} at a frame */
  show(at) {
    const { game } = this.frames[at];
    this.view.show(game.board, game.variant);
    this.#count.textContent = t("inPlaceAfter", { locked: locked(game.board), n: game.moves });
  }

  /** Shows what was done next, and says it. @param {number} at a frame @returns {string} */
  next(at) {
    const action = this.actions[at];
    const { game, ms } = this.frames[at];
    if (!action || action === "resign") return t("stoppedHere", { name: this.name, time: timeText(ms) });
    if (typeof action !== "string") this.view.hint(action);
    const move = actionText(action, game.variant.columns);
    return t("wentOn", {
      name: this.name,
      n: at + 1,
      time: timeText(this.frames[at + 1].ms),
      move,
    });
  }
}

class Comparison {
  #text = h("p", { class: "small", role: "status" });

  /** @param {FinishedGame} one @param {FinishedGame} other @throws {{ code: string, message: string }} not one deal */
  constructor(one, other) {
    this.one = new Side(one);
    this.other = new Side(other);
    const parted = parting(this.one.frames, this.other.frames);
    if (!parted) throw { code: "", message: t("notSameDeal") };
    this.parted = parted;
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
      "div",
      { class: "race film duo" },
      h("h1", { class: "sr" }, this.title),
      h("div", { class: "pair" }, this.one.element, this.other.element),
      h(
        "div",
        { class: "replay" },
        this.#text,
        this.slider,
        h(
          "div",
          { class: "ctl" },
          button("−1", () => this.#go(this.#moment - 1), { title: t("back1") }),
          button(t("partedHere"), () => this.#part(), { class: "btn main" }),
          button("+1", () => this.#go(this.#moment + 1), { title: t("on1") }),
        ),
      ),
    );
    this.#part();
  }

  get #moment() {
    return Number(this.slider.value);
  }

  /** Shows both games at the same moment of their race. @param {number} moment */
  #go(moment) {
    this.slider.value = String(Math.min(this.moments.length - 1, Math.max(0, moment)));
    const ms = this.moments[this.#moment];
    for (const side of [this.one, this.other]) side.show(frameAt(side.frames, ms));
    this.#say(exactTimeText(ms));
  }

  /** Shows the last board that both stood on, and how each went on. */
  #part() {
    const { one, other } = this.parted;
    const ms = Math.min(this.one.frames[one].ms, this.other.frames[other].ms);
    this.slider.value = String(this.moments.indexOf(ms));
    this.one.show(one);
    this.other.show(other);
    const isEnd = one === this.one.frames.length - 1 && other === this.other.frames.length - 1;
    if (isEnd) return this.#say(t("sameToTheEnd"));
    this.#say(t("bothHere"), this.one.next(one), this.other.next(other));
  }

  /** @param {string[]} lines */
  #say(...lines) {
    morph(this.#text, ...lines.map((line) => h("span", {}, line)));
    this.slider.setAttribute("aria-valuetext", lines.join(" "));
  }
}
