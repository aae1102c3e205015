import { BoardView } from "../board/board.js";
import { t } from "../i18n/index.js";
import { newPractice } from "../race/practice-game.js";
import { gameState } from "../race/state.js";
import { button, h, morph } from "../ui/dom.js";
import { loadExtra } from "../ui/load.js";
import { isMarked } from "../ui/preferences.js";
import { sound } from "../ui/sound.js";

/** A board on which one warms up until the start: it counts nowhere, and no clock runs. @param {string} variant @param {AbortSignal} signal of the lobby */
export function warmUp(variant, signal) {
  const head = h("p.row");
  const foot = h("p.row", { role: "status" });
  let practice = newPractice(variant);
  const act = (/** @type {Action} */ action) => {
    if (practice.refusal(action)) return;
    practice.play(action);
    sound(action === "shuffle" ? "shuffle" : "move");
    render();
  };
  const again = () => {
    practice = newPractice(variant);
    render();
  };
  const board = new BoardView(t("warmUp"), signal, act);
  const render = () => {
    const { game, isOver } = practice;
    const state = gameState({ game, undo: !!game.past, redo: false, isOver }, !practice.refusal("shuffle"));
    board.show(state.board, practice.variant, { isLive: !isOver, isWon: state.isWon });
    morph(
      head,
      h("b", t("warmUp")),
      h("span.grow.small", t("warmUpHelp")),
      h("span.figure", `${state.locked}/${state.total}`),
    );
    morph(
      foot,
      ...(state.isStuck || isOver
        ? [
            h("b.grow", t(isOver ? "warmUpSolved" : "stuck")),
            !isOver && button(t("undo"), () => act("undo"), "btn small"),
            state.canShuffle && button(t("shuffle"), () => act("shuffle"), "btn small"),
            button(t("newDeal"), again, "btn small"),
          ]
        : []),
    );
  };
  const element = h(
    "section.felt.warm-up",
    { "aria-label": t("warmUp") },
    head,
    h("div.stage", board.element),
    foot,
  );
  render();
  if (!isMarked("lessons"))
    loadExtra(import("../learn/coach-marks.js"), ({ giveTips }) => giveTips(board, signal));
  return element;
}
