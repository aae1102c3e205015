import { BoardView } from "../board/board.js";
import { t } from "../i18n/index.js";
import { newPractice } from "../race/practice-game.js";
import { gameState } from "../race/state.js";
import { button, h, morph } from "../ui/dom.js";
import { isMarked } from "../ui/preferences.js";
import { sound } from "../ui/sound.js";

/** A board on which one warms up until the start: it counts nowhere, and no clock runs. */
export class WarmUp {
  #head = h("p.row");
  #foot = h("p.row", { role: "status" });

  /** @param {string} variant @param {AbortSignal} signal of the lobby */
  constructor(variant, signal) {
    this.variant = variant;
    this.signal = signal;
    this.practice = newPractice(variant);
    this.board = new BoardView(t("warmUp"), signal, (move) => this.#act(move));
    this.element = h(
      "section.felt.warm-up",
      { "aria-label": t("warmUp") },
      this.#head,
      h("div.stage", this.board.element),
      this.#foot,
    );
    this.#render();
    if (!isMarked("lessons"))
      import("../learn/coach-marks.js").then(({ giveTips }) => giveTips(this.board, signal)).catch(() => {});
  }

  /** @param {Action} action */
  #act(action) {
    if (this.practice.refusal(action)) return;
    this.practice.play(action);
    sound(action === "shuffle" ? "shuffle" : "move");
    this.#render();
  }

  #render() {
    const { game, isOver } = this.practice;
    const state = gameState(
      { game, undo: !!game.past, redo: false, isOver },
      !this.practice.refusal("shuffle"),
    );
    this.board.show(state.board, this.practice.variant, { isLive: !isOver, isWon: state.isWon });
    morph(
      this.#head,
      h("b", t("warmUp")),
      h("span.grow.small", t("warmUpHelp")),
      h("span.figure", `${state.locked}/${state.total}`),
    );
    const again = () => {
      this.practice = newPractice(this.variant);
      this.#render();
    };
    morph(
      this.#foot,
      ...(state.isStuck || isOver
        ? [
            h("b.grow", t(isOver ? "warmUpSolved" : "stuck")),
            !isOver && button(t("undo"), () => this.#act("undo"), "btn small"),
            state.canShuffle && button(t("shuffle"), () => this.#act("shuffle"), "btn small"),
            button(t("newDeal"), again, "btn small"),
          ]
        : []),
    );
  }
}
