import { placeText } from "../board/state.js";
import { cardName, t } from "../i18n/index.js";

/** @import { Action } from "../rules/actions.js" */

/** An action in words; with the columns and the way that the board lies, a move also says where to. @type {(action: Action, columns?: number, isTall?: boolean) => string} */
export function actionText(action, columns, isTall = false) {
  if (typeof action === "string") return t(action);
  const { card, slot } = action;
  if (!columns) return cardName(card);
  return t("movedTo", { card: cardName(card), place: placeText(slot, columns, isTall) });
}
