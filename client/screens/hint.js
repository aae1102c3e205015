import { cardName, t } from "../i18n/index.js";
import { parseAction } from "../rules/actions.js";
import { announce } from "../view/dom.js";

/** @import { Hinted } from "../net/messages.js" */
/** @import { Race } from "./race.js" */

/** Shows and says what to do, if the game is still as it was when that was asked. @param {Race} race @param {Hinted} hinted */
export function showHint(race, { action: text, n, game }) {
  const { board, session, variant } = race;
  const { own } = session;
  if (own?.id !== game || own.shown.game.n !== n) return;
  const action = parseAction(text);
  if (typeof action === "string") return race.shout(t("hint"), t(action));
  board.hint(action);
  const place = {
    row: Math.floor(action.slot / variant.columns) + 1,
    slot: (action.slot % variant.columns) + 1,
  };
  announce(t("movedTo", { card: cardName(action.card), place: t("place", place) }));
}
