import { focusMovable } from "../board/focus.js";
import { t } from "../i18n/index.js";
import { latinKey } from "../ui/browser.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { isStuckNow } from "./state.js";

/** @import { GameState } from "./state.js" */
/** @typedef {{ time: string, limit?: string, isLate?: boolean, locked?: number, moves?: number, total?: number }} Figures of the header; without a game there is only the place of the clock */
/**
 * The actions of the buttons; a missing one has no button.
 * @typedef {{ undo: () => unknown, redo: () => unknown, shuffle: () => unknown, hint?: () => unknown, finish?: () => unknown, newDeal?: () => unknown, menu: () => unknown, rules: () => unknown }} Controls
 */

/** Return a function that shows the time, the locked cards and the moves in the header. Few looks at the clock change them. @type {(header: HTMLElement) => (figures: Figures) => void} */
export function newHud(header) {
  let drawn = "";
  return (figures) => {
    const now = String(Object.values(figures));
    if (now !== drawn) morph(header, ...parts(figures));
    drawn = now;
  };
}

/** @type {(figures: Figures) => Child[]} */
function parts({ time, limit, isLate, locked, moves, total }) {
  if (moves === undefined) return [h("span", { role: "timer" })];
  return [
    h(
      "span",
      { role: "timer", class: isLate ? "late" : "", title: t("time") },
      time,
      limit && h("small.unit", ` ${limit}`),
    ),
    h("span", h("bdi", { dir: "ltr" }, locked, h("small", `/${total}`)), h("small.unit", ` ${t("inPlace")}`)),
    h("span", moves, h("small.unit", ` ${t("movesWord", { n: moves })}`)),
  ];
}

/** The buttons below a board, in a race or in practice, and that no move is left, for as long as that is so. Few actions change how they look. @param {Controls} controls */
export function controlBar(controls) {
  const stuck = h("p.stuck", { role: "status", hidden: true });
  const bar = h("div.controls", { role: "toolbar", "aria-label": t("controls") });
  let drawn = "";
  /** Null: there are no buttons yet; `canFinish`: whether the rest can be left to the browser. @type {(game: GameState | null, canFinish?: boolean) => void} */
  const render = (game, canFinish = false) => {
    const { canShuffle, hasShuffles, isOver, redo, shufflesLeft, undo } = game ?? {};
    const isStuck = isStuckNow(game);
    const shown = [!!game, canShuffle, hasShuffles, isOver, isStuck, !!redo, shufflesLeft, !!undo, canFinish];
    if (String(shown) === drawn) return;
    drawn = String(shown);
    stuck.hidden = !isStuck;
    const way = shufflesLeft ? t("stuckShuffle", { n: shufflesLeft }) : t("stuckUndo");
    morph(stuck, ...(isStuck ? [h("b", t("stuck")), " ", way] : []));
    morph(bar, ...(game ? buttons(game, controls, canFinish) : []));
  };
  return { element: h("div.controls-area", stuck, bar), render };
}

/** A board that can be finished needs no shuffle. @type {(game: GameState, controls: Controls, canFinish: boolean) => Child[]} */
function buttons(game, { undo, redo, shuffle, hint, finish, newDeal, menu }, canFinish) {
  const { canShuffle, hasShuffles, isOver, shufflesLeft } = game;
  return [
    button([icon("undo"), t("undo")], undo, {
      class: `btn${isStuckNow(game) ? " main" : ""}`,
      "aria-keyshortcuts": "Control+Z Meta+Z",
      disabled: isOver || !game.undo,
    }),
    button([icon("redo"), t("redo")], redo, {
      "aria-keyshortcuts": "Control+Y Control+Shift+Z",
      disabled: isOver || !game.redo,
    }),
    hint && button([icon("hint"), t("hint")], hint, { "aria-keyshortcuts": "H", disabled: isOver }),
    canFinish && finish && button([icon("check"), t("finish")], finish, "btn main"),
    hasShuffles &&
      !canFinish &&
      button([icon("shuffle"), t("shuffle"), " ", h("span.badge", shufflesLeft)], shuffle, {
        class: `btn${isStuckNow(game) && shufflesLeft ? " main" : ""}`,
        "aria-label": t("shufflesLeft", { n: shufflesLeft }),
        "aria-keyshortcuts": "S",
        disabled: !canShuffle,
      }),
    isOver && newDeal
      ? button(t("newDeal"), newDeal, "btn main")
      : button([icon("more"), t("more")], menu, { "aria-haspopup": "dialog" }),
  ];
}

/** Let keys act as the buttons, and lead to the board: not while somebody types, or a dialog is open. @param {Controls} controls @param {BoardView} board @param {AbortSignal} signal of the screen */
export function listenToKeys({ hint, newDeal, redo, rules, shuffle, undo }, board, signal) {
  /** Actions by keys: "^" stands for Control or Command before the key, and "^+" with Shift. @type {{ [key: string]: (() => unknown) | undefined }} */
  const keys = {
    b: () => board.focus(),
    h: hint,
    m: () => focusMovable(board),
    n: newDeal,
    s: shuffle,
    "?": rules,
    "^z": undo,
    "^+z": redo,
    "^y": redo,
  };
  const follow = (/** @type {KeyboardEvent} */ event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const command = ctrlKey || metaKey ? (shiftKey ? "^+" : "^") : "";
    const action = keys[command + latinKey(event)];
    const isTyping = /** @type {Element} */ (target).closest("input, textarea, select");
    if (!action || altKey || isTyping || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", follow, { signal });
}
