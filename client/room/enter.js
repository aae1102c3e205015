import { t } from "../i18n/index.js";
import { call } from "../net/api.js";
import { createGhostRoom, createRoom } from "../net/play.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { ownTimeZone } from "../ui/browser.js";
import { button } from "../ui/dom.js";
import { row } from "../ui/parts.js";
import { keepVariant, lastVariant } from "../ui/preferences.js";
import { go, preload } from "../ui/router.js";
import { deck, race } from "./solo.js";

/** The variant of a player who has not chosen yet: it takes a minute. */
export const QUICK_VARIANT = "mini";

/**
 * Enter a room as soon as it is created. `deals`: the rules of the game that begins there at once; its deck lies ready.
 * @type {(creating: Promise<wire.RoomCreated>, deals?: wire.VariantChoice | false) => Promise<void>}
 */
export const enterRoom = (creating, deals = false) =>
  Promise.all([creating, deals && fetchSolo()]).then(([{ code }]) => go(`/r/${code}`, deals && { deals }));

/** Fetch the modules of a game alone before they are needed. */
export const fetchSolo = () => Promise.all([preload("/r"), deck(), race()]).catch(() => null);

/** Race with anybody who is there, by the rules that were chosen last. */
export const raceAnyone = () => enterRoom(call("POST races", { variant: lastVariant(QUICK_VARIANT) }));

/** The suggested settings of a new room. @type {() => wire.Settings} */
export const newRoomSettings = () => ({ variant: { name: lastVariant(QUICK_VARIANT) }, best_of: 3 });

/** Open a room as it is suggested. */
export const inviteFriends = () => raceFriends(newRoomSettings());

/** Open a room; its rules are suggested again the next time. @param {wire.Settings} settings */
export function raceFriends(settings) {
  keepVariant(settings.variant?.name ?? DEFAULT_VARIANT);
  return enterRoom(createRoom(settings), settings.seats === 1 && settings.variant);
}

/** Play alone; where the server cannot be reached, as practice, if this browser keeps that. @param {string} name of the variant */
export function playSolo(name) {
  const variant = { name };
  const settings = { variant, seats: 1, limit_minutes: null, hints: true };
  return enterRoom(createRoom(settings), variant).catch((error) => {
    if (error.code !== "unreachable" || !navigator.serviceWorker?.controller) throw error;
    location.assign(`/practice?v=${name}&from=/`);
  });
}

/** A button that races a finished game: in a solo room, on its deal. @type {(text: string, game: string, look?: Look) => HTMLButtonElement} */
export const ghostButton = (text, game, look) =>
  button(text, () => createGhostRoom(game).then(({ code }) => go(`/r/${code}`)), look);

/** Play a daily, in a solo room. @type {(date: string, variant: string, practice: boolean) => Promise<void>} */
export const enterDaily = (date, variant, practice) =>
  enterRoom(call("POST dailies/{date}/{variant}/games", { date, variant, practice, zone: ownTimeZone() }), {
    name: variant,
  });

/** Buttons that race the ghosts of a leaderboard: its leader, the player just ahead among these rows, the own game. @type {(leader: wire.LeaderboardRow | undefined, rows: wire.LeaderboardRow[], mine: wire.LeaderboardRow) => HTMLElement} */
export function ghostButtons(leader, rows, mine) {
  const ahead = rows[rows.findIndex(({ player }) => player === mine.player) - 1];
  return row(
    leader?.game && leader.player !== mine.player && ghostButton(t("raceLeader"), leader.game),
    ahead?.game &&
      ahead.player !== leader?.player &&
      ghostButton(t("raceAhead", { name: ahead.name }), ahead.game),
    mine.game && ghostButton(t("raceYourself"), mine.game),
  );
}
