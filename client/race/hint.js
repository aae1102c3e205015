import { placeText } from "../board/state.js";
import { cardName, t } from "../i18n/index.js";
import { parseAction } from "../rules/actions.js";
import { parseCard } from "../rules/cards.js";
import { announce, toast } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";

/** @import { Hinted } from "../net/messages.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { BoardView } from "../board/board.js" */
/** @import { RoomSession } from "../room/session.js" */

/**
 * Point out what a hint recommends, if the game is still where it was asked for. `say`: says something over the board.
 * @type {(hinted: Hinted, board: BoardView, session: RoomSession, say: (text: string, more: string) => void) => Promise<void>}
 */
export async function showHint(hinted, board, { own }, say) {
  await loadStyles("race/hint.css").catch(() => {});
  const action = parseAction(hinted.action);
  if (own?.id !== hinted.game || own.optimistic.game.n !== hinted.n || !board.state) return;
  const { isTall, variant } = board.state;
  const text = actionText(action, variant.columns, isTall);
  if (typeof action === "string") return say(text, reasonText(hinted));
  board.hint(action);
  announce(text);
  toast(reasonText(hinted));
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
