import { BoardView } from "../../board/board.js";
import { t, timeText, variantName } from "../../i18n/index.js";
import { openRules } from "../../learn/rules.js";
import { controlBar, listenToKeys, newHud } from "../../race/controls.js";
import { newPractice, resumed } from "../../race/practice-game.js";
import { gameState } from "../../race/state.js";
import { legalMoves } from "../../rules/board.js";
import { DEFAULT_VARIANT, VARIANTS } from "../../rules/variants.js";
import { confirmed, openMenu } from "../../ui/dialog.js";
import { byId, h, link, morph } from "../../ui/dom.js";
import { loadExtra } from "../../ui/load.js";
import { hideOffline, sayOffline } from "../../ui/notice.js";
import { row } from "../../ui/parts.js";
import { isMarked, lastVariant, read, write } from "../../ui/preferences.js";
import { afterPaint, announce, toastProblem } from "../../ui/say.js";
import { sound } from "../../ui/sound.js";
import { every, onAbort } from "../../ui/timers.js";

/** @import { Controls } from "../../race/controls.js" */

const KEY = "gaprace.practice";
const TICK_MS = 500;

/** A game in this browser alone, with a network or without: the one that goes on, or a new one. `?v=mini` names the variant, `?from=` the page that could not be reached. @param {Page} page */
export default function practiceScreen(page) {
  const query = new URLSearchParams(location.search);
  const name = query.get("v") ?? lastVariant(DEFAULT_VARIANT);
  const known = VARIANTS.some((variant) => variant.name === name) ? name : DEFAULT_VARIANT;
  const screen = new PracticeView(page, known);
  const from = query.get("from");
  if (from?.startsWith("/") && !from.startsWith("//")) screen.offerBack(from);
}

/** A game of practice: its board, its buttons and its figures. */
class PracticeView {
  #overlay = h("div.overlay");

  /** @param {Page} page @param {string} variant */
  constructor({ shell, signal }, variant) {
    this.signal = signal;
    this.variant = variant;
    this.practice = resumed(read(KEY), variant) ?? newPractice(variant);
    this.board = new BoardView(t("yourBoard"), signal, (move) => this.#act(move));
    /** @type {Controls} */
    const controls = {
      undo: () => this.#act("undo"),
      redo: () => this.#act("redo"),
      shuffle: () => this.#shuffle(),
      newDeal: () => this.#newDeal(),
      menu: () => this.#openMenu(),
      rules: openRules,
    };
    this.controls = controlBar(controls);
    this.showFigures = newHud(shell.hud);
    const title = `${t("practiceTitle")}: ${variantName(variant)}`;
    shell.title(title);
    shell.fix(true);
    byId("main").append(
      h(
        "div.race.alone",
        h("h1.visually-hidden", title),
        h("div.stage", this.board.element, this.#overlay),
        this.controls.element,
      ),
    );
    listenToKeys(controls, this.board, signal);
    every(TICK_MS, () => this.#renderHud(), signal);
    this.#render();
    if (!isMarked("lessons"))
      loadExtra(import("../../learn/coach-marks.js"), ({ giveTips }) => giveTips(this.board, signal));
  }

  /** Lead back to a page that could not be reached. @param {string} path */
  offerBack(path) {
    void sayOffline(h("a.btn", { href: path, target: "_self" }, t("practiceBack")));
    onAbort(this.signal, hideOffline);
  }

  // Drawing

  get #state() {
    const { game, isOver } = this.practice;
    const played = { game, undo: !!game.past, redo: !!game.future, isOver };
    return gameState(played, !this.practice.refusal("shuffle"));
  }

  #render() {
    this.#renderBoard();
    this.#renderRest();
  }

  #renderBoard() {
    const { board, isOver, isWon, shuffles } = this.#state;
    this.board.show(board, this.practice.variant, { isLive: !isOver, isWon, shuffles });
  }

  #renderRest() {
    const state = this.#state;
    const message = h("p.message", t("youWon"), h("small", timeText(this.practice.ms)));
    morph(this.#overlay, state.isWon && message);
    this.controls.render(state);
    this.#renderHud();
  }

  #renderHud() {
    const { locked, moves, total } = this.#state;
    this.showFigures({ time: timeText(this.practice.ms), locked, moves, total });
  }

  // Actions of the player

  /** Do an action, keep it, and show its board; all else follows after the paint. @param {Action} action */
  #act(action) {
    const code = this.practice.refusal(action);
    if (code) {
      sound("refused");
      return void toastProblem(code);
    }
    this.practice.play(action);
    // At once: a page that is left, or hidden, is not painted any more.
    const { isOver, saved } = this.practice;
    write(KEY, isOver ? null : saved);
    this.#renderBoard();
    afterPaint(() => this.#acted(action));
  }

  /** @param {Action} action */
  #acted(action) {
    if (this.signal.aborted) return;
    const { isOver, isWon } = this.#state;
    sound(isOver ? "won" : action === "shuffle" ? "shuffle" : "move");
    this.#renderRest();
    if (isOver) announce(t(isWon ? "youWon" : "itIsOver"));
  }

  async #shuffle() {
    const { game } = this.practice;
    const n = legalMoves(game.board, game.variant).length;
    if (!n || (await confirmed(t("shuffleSure", { n }), t("shuffle")))) this.#act("shuffle");
  }

  async #newDeal() {
    const { game, isOver } = this.practice;
    if (!isOver && game.n && !(await confirmed(t("practiceNewSure"), t("newDeal")))) return;
    this.practice = newPractice(this.variant);
    write(KEY, null);
    this.#render();
  }

  #openMenu() {
    const others = VARIANTS.filter(({ name }) => name !== this.variant);
    openMenu(
      t("practiceTitle"),
      h("p.soft", t("practiceHelp")),
      [t("newDeal"), () => this.#newDeal()],
      [t("practiceRules"), openRules],
      row(...others.map(({ name }) => link(`/practice?v=${name}`, variantName(name), "btn"))),
    );
  }
}
