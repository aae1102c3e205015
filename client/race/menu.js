import { cardName, spaced, t } from "../i18n/index.js";
import { openRules } from "../learn/rules.js";
import { actionText } from "../replay/verdicts.js";
import { parseAction } from "../rules/actions.js";
import { parseCard } from "../rules/cards.js";
import { confirmed, openMenu } from "../ui/dialog.js";
import { percentText } from "../ui/format.js";
import { loadStyles } from "../ui/load.js";
import { announce, toast } from "../ui/say.js";

/** The properties of a race that the menu needs; `isFree`: whether another deal may follow. @typedef {{ isFree: boolean, room: PhaseContext, resign: () => void }} RaceMenu */

/** @param {RaceMenu} race */
const isOver = ({ room }) => room.session.own?.optimistic.isOver ?? true;

/** Open the menu of rare actions in a race. @param {RaceMenu} race */
export function openRaceMenu(race) {
  const { session } = race.room;
  const leave = async () => (await confirmed(t("leaveSure"), t("leave"))) && session.send({ t: "leave" });
  openMenu(
    t("more"),
    race.isFree && [t("newDeal"), () => newDeal(race)],
    [t("resign"), () => resign(race), { disabled: isOver(race) }],
    !session.replica.isSolo && [t("leave"), leave],
    [t("how"), openRules, { "aria-keyshortcuts": "?" }],
  );
}

/** Ask before a shuffle that is not needed yet. @param {number} moves that are left */
export const sureToShuffle = (moves) => confirmed(t("shuffleSure", { n: moves }), t("shuffle"));

/** @param {RaceMenu} race */
async function resign({ resign, room }) {
  const { event } = room.session.replica.room ?? {};
  const isOnlyTry = event?.kind === "daily" && event.ranked;
  if (await confirmed(t(isOnlyTry ? "resignDaily" : "resignSure"), t("resign"))) resign();
}

/** Start another deal in a solo room; a game that is not over is given up for it. @param {RaceMenu} race */
export async function newDeal(race) {
  if (!isOver(race) && !(await confirmed(t("newDealSure"), t("newDeal")))) return;
  if (!isOver(race)) race.resign();
  race.room.startNext();
}

/** Point out the move of a hint, if the game is still where it was asked for. @type {(hinted: wire.Hinted, board: BoardView, session: RoomSession) => Promise<void>} */
export async function showHint(hinted, board, { own }) {
  await loadStyles("race/hint.css").catch(() => {});
  const action = parseAction(hinted.action);
  if (own?.id !== hinted.game || own.optimistic.game.n !== hinted.n || !board.state) return;
  const { isTall, variant } = board.state;
  const text = actionText(action, variant.columns, isTall);
  if (typeof action === "string") return toast(`${text}: ${reasonText(hinted)}`);
  board.hint(action);
  announce(text);
  toast(reasonText(hinted));
}

/** @type {(hinted: wire.Hinted) => string} */
function reasonText({ reason = "moves", card, count, wins_in, win, instead }) {
  const about = { card: card ? cardName(parseCard(card)) : "", n: count ?? 0, p: percentText(win ?? 0, 1) };
  const isShuffle = reason === "shuffle";
  return spaced(
    isShuffle && win != null ? t("shuffleHere", about) : t(`why_${reason}`, about),
    !isShuffle && reason !== "undo_first" && win != null && t("shuffleLater", about),
    instead != null && t(isShuffle ? "shuffleLocked" : "shuffleHere", { p: percentText(instead, 1) }),
    wins_in != null && t("winsIn", { n: wins_in }),
  );
}
