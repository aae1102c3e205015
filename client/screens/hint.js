import { cardName, loadTexts, t } from "../i18n/index.js";
import { parseAction } from "../rules/actions.js";
import { parseCard } from "../rules/cards.js";
import { announce, toast } from "../view/dom.js";

/** @import { Hinted } from "../net/messages.js" */
/** @import { Race } from "./race.js" */

/** Shows and says what to do and why, if the game is still as it was when that was asked. @param {Race} race @param {Hinted} hinted */
export async function showHint(race, hinted) {
  await loadTexts("solver").catch(() => {});
  const { board, session, variant } = race;
  const { own } = session;
  if (own?.id !== hinted.game || own.shown.game.n !== hinted.n) return;
  const action = parseAction(hinted.action);
  if (typeof action === "string") return race.shout(t(action), reason(hinted));
  board.hint(action);
  const place = {
    row: Math.floor(action.slot / variant.columns) + 1,
    slot: (action.slot % variant.columns) + 1,
  };
  announce(t("movedTo", { card: cardName(action.card), place: t("place", place) }));
  toast(reason(hinted));
}

/** Why, in one's language. @type {(hinted: Hinted) => string} */
function reason({ reason: why = "moves", card, count, wins_in }) {
  const about = { card: card ? cardName(parseCard(card)) : "", n: count ?? 0 };
  return [t(`why_${why}`, about), wins_in != null && t("winsIn", { n: wins_in })].filter(Boolean).join(" ");
}
