import { t, timeText } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { RaceState } from "./state.js" */
/** @typedef {{ text: string, more?: string }} Message large, over the board */
/**
 * What the buttons of a race do; what is missing has no button.
 * @typedef {{ act: (action: Action) => void, shuffle: () => void, hint?: () => void, newDeal?: () => void, menu: () => void }} Controls
 */

/** The time, the locked cards and the moves, in the header. @type {(state: RaceState) => Child[]} */
export function hud({ board, elapsed, isLate, left, limit, locked, moves, total }) {
  if (!board) return [h("span", { role: "timer" })];
  const title = limit === null ? t("time") : t("timeOf", { time: timeText(limit) });
  return [
    h(
      "span",
      { role: "timer", class: isLate ? "late" : "", title },
      isLate ? `−${timeText(left)}` : timeText(elapsed),
    ),
    h("span", {}, locked, h("small", {}, `/${total}`)),
    h("span", {}, moves, h("small", {}, ` ${t("movesWord", { n: moves })}`)),
  ];
}

/** @type {(state: RaceState, controls: Controls) => Child[]} */
export function controlButtons(state, { act, shuffle, hint, newDeal, menu }) {
  const { board, canShuffle, hasShuffles, isOver, isStuck, redo, shufflesLeft, undo } = state;
  if (!board) return [];
  return [
    button(t("undo"), () => act("undo"), {
      "aria-keyshortcuts": "Control+Z Meta+Z",
      disabled: isOver || !undo,
    }),
    button(t("redo"), () => act("redo"), {
      "aria-keyshortcuts": "Control+Y Control+Shift+Z",
      disabled: isOver || !redo,
    }),
    hint && button(t("hint"), hint, { "aria-keyshortcuts": "H", disabled: isOver }),
    hasShuffles &&
      button([t("shuffle"), " ", h("span", { class: "badge" }, shufflesLeft)], shuffle, {
        class: `btn${isStuck && shufflesLeft ? " main" : ""}`,
        "aria-keyshortcuts": "S",
        disabled: !canShuffle,
      }),
    isOver && newDeal
      ? button(t("newDeal"), newDeal, { class: "btn main" })
      : button(t("more"), menu, { "aria-haspopup": "dialog" }),
  ];
}

/** What lies over the board: the countdown, or a message. @type {(state: RaceState, message: Message | null) => Child[]} */
export function overlay({ secondsToStart }, message) {
  if (secondsToStart)
    return [h("p", { class: "countdown numbers", "data-key": secondsToStart }, secondsToStart)];
  if (!message) return [];
  const { text, more } = message;
  return [h("p", { class: "message", "data-key": text + more }, text, more && h("small", {}, more))];
}
