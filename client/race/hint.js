import { placeText } from "../board/state.js";
import { cardName, loadTexts, t } from "../i18n/index.js";
import { parseAction } from "../rules/actions.js";
import { parseCard } from "../rules/cards.js";

/** @import { Hinted } from "../net/messages.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { Variant } from "../rules/variants.js" */

/** Return what a hint recommends, and that and its reason in words. @type {(hinted: Hinted, variant: Variant, isTall: boolean) => Promise<{ action: Action, text: string, reason: string }>} */
export async function hintOf(hinted, { columns }, isTall) {
  await loadTexts("solver").catch(() => {});
  const action = parseAction(hinted.action);
  return { action, text: actionText(action, columns, isTall), reason: reasonText(hinted) };
}

/** @type {(action: Action, columns: number, isTall: boolean) => string} */
function actionText(action, columns, isTall) {
  if (typeof action === "string") return t(action);
  const { card, slot } = action;
  return t("movedTo", { card: cardName(card), place: placeText(slot, columns, isTall) });
}

/** @type {(hinted: Hinted) => string} */
function reasonText({ reason: why = "moves", card, count, wins_in }) {
  const about = { card: card ? cardName(parseCard(card)) : "", n: count ?? 0 };
  return [t(`why_${why}`, about), wins_in != null && t("winsIn", { n: wins_in })].filter(Boolean).join(" ");
}
