import { t } from "../i18n/index.js";
import { newPlayer } from "../net/api.js";
import { keepRoom } from "../preferences/preferences.js";
import { link } from "../ui/dom.js";
import { sorryPage } from "../ui/error-page.js";
import { go } from "../ui/router.js";

/** @import { Bye } from "../net/messages.js" */

/**
 * After a room has said bye for good: goes where one can go on, or gives what says why not.
 * @type {(bye: Bye, room: string) => Promise<HTMLElement | null>}
 */
export async function away(bye, room) {
  const { code } = bye;
  const to = await wayOut(code, room);
  if (to) return go(to).then(() => null);
  const canWatch = code === "room_full" || code === "room_locked";
  return sorryPage(bye, canWatch && link(`/w/${room}`, t("watchNow"), { class: "btn main" }));
}

/** @type {(code: string, room: string) => Promise<string | null>} */
async function wayOut(code, room) {
  if (code === "no_identity") return (await newPlayer().catch(() => null)) && location.pathname;
  if (code === "players_cannot_watch") return `/r/${room}`;
  if (code !== "left") return null;
  keepRoom(null);
  return "/";
}
