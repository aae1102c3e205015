import { createRoom, raceNow } from "../net/api.js";
import { keepVariant, lastVariant } from "../preferences/preferences.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { go } from "../ui/router.js";

/** @import { RoomCreated, Settings, VariantChoice } from "../net/messages.js" */

/** What somebody plays who has not chosen yet: it takes a minute. */
export const QUICK_VARIANT = "mini";

/**
 * Enter a room as soon as it is created. `deals`: the rules of the game that begins there at once; its deck lies ready.
 * @type {(creating: Promise<RoomCreated>, deals?: VariantChoice | false) => Promise<void>}
 */
export const enterRoom = (creating, deals = false) =>
  Promise.all([creating, deals && fetchSolo()]).then(([{ code }]) => go(`/r/${code}`, deals && { deals }));

/** Fetch what a game alone needs, before it is needed. */
export const fetchSolo = () => import("./solo.js").catch(() => null);

/** Race with whoever is there, by the rules that were chosen last. */
export const raceAnyone = () => enterRoom(raceNow(lastVariant(QUICK_VARIANT)));

/** What is suggested for a new room. @type {() => Settings} */
export const newRoomSettings = () => ({ variant: { name: lastVariant(QUICK_VARIANT) }, best_of: 3 });

/** Open a room as it is suggested. */
export const inviteFriends = () => raceFriends(newRoomSettings());

/** Open a room; its rules are suggested again the next time. @param {Settings} settings */
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
