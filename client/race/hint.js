import { cardName, loadTexts, t } from "../i18n/index.js";
import { parseAction } from "../rules/actions.js";
import { parseCard } from "../rules/cards.js";

/** @import { Hinted } from "../net/messages.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { Variant } from "../rules/variants.js" */

/** Return what a hint recommends, and that and its reason in words. @type {(hinted: Hinted, variant: Variant) => Promise<{ action: Action, text: string, reason: string }>} */
export async function hintOf(hinted, { columns }) {
  await loadTexts("solver").catch(() => {});
  const action = parseAction(hinted.action);
  return { action, text: actionText(action, columns), reason: reasonText(hinted) };
}

/** @type {(action: Action, columns: number) => string} */
function actionText(action, columns) {
  if (typeof action === "string") return t(action);
  const { card, slot } = action;
  const place = t("place", { row: Math.floor(slot / columns) + 1, slot: (slot % columns) + 1 });
  return t("movedTo", { card: cardName(card), place });
}

/** @type {(hinted: Hinted) => string} */
function reasonText({ reason: why = "moves", card, count, wins_in }) {
  const about = { card: card ? cardName(parseCard(card)) : "", n: count ?? 0 };
  return [t(`why_${why}`, about), wins_in != null && t("winsIn", { n: wins_in })].filter(Boolean).join(" ");
}
