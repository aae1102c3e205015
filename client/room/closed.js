import { t } from "../i18n/index.js";
import { becomeKnown } from "../net/api.js";
import { link } from "../ui/dom.js";
import { errorPage } from "../ui/error-page.js";
import { keepRoom } from "../ui/preferences.js";
import { go } from "../ui/router.js";

/**
 * After the server has closed the connection for good: go where the visitor can go on, unless the screen was left
 * meanwhile, or return a page that says why. The rooms of earlier rounds close: the result and its way on stay.
 * @type {(bye: wire.Bye, room: string, replica: RoomReplica, signal: AbortSignal) => Promise<HTMLElement | null>}
 */
export async function closed(bye, room, replica, signal) {
  const { code } = bye;
  if (code === "room_closed" && replica.room?.event && replica.race?.standings) return null;
  let next;
  try {
    next = await nextPath(code, room, replica.you?.seated);
  } catch (error) {
    return errorPage(error);
  }
  if (signal.aborted) return null;
  if (next) return go(next).then(() => null);
  const canWatch = code === "room_full" || code === "room_locked";
  return errorPage(bye, canWatch && link(`/w/${room}`, t("watchNow"), "btn main"));
}

/** @type {(code: string, room: string, isSeated?: boolean) => Promise<string | null>} */
async function nextPath(code, room, isSeated) {
  // The account of the seat was deleted elsewhere: no new guest takes its place.
  if (code === "no_identity" && !isSeated) return becomeKnown().then(() => location.pathname);
  if (code === "players_cannot_watch") return `/r/${room}`;
  if (code !== "left" && code !== "no_identity") return null;
  keepRoom(null);
  return "/";
}
