import { t } from "../i18n/index.js";
import { avatar } from "../people/avatars.js";
import { h } from "../ui/dom.js";
import { memberTeam } from "./member-team.js";
import { levelName } from "./members.js";

/** @import { RoomSession } from "../race/session.js" */

/** A member as a face, with the name, and whether it is here and ready. @type {(session: RoomSession, member: wire.Member, colour: number, isHere: boolean) => HTMLElement} */
export function faceOf(session, member, colour, isHere) {
  const { company, replica } = session;
  const { id, name, ready = false } = member;
  const isMe = id === replica.you?.id;
  return h(
    "li",
    { "data-key": id },
    avatar(name, colour, isMe && "me", isHere ? ready && "ready" : "away"),
    h("b", { dir: "auto" }, company?.labelOf({ player: id, name }) ?? name),
    h("small", stateText(member, { isHere, isHost: id === replica.room?.host, isMe })),
    memberTeam(session, member),
  );
}

/** @type {(member: wire.Member, what: { isHere: boolean, isHost: boolean, isMe: boolean }) => string} */
function stateText(
  { bot = 0, cohost = false, ready = false, recorded, sits_out = false },
  { isHere, isHost, isMe },
) {
  if (bot) return levelName(bot, recorded);
  if (sits_out) return t("sittingOut");
  if (!isHere) return t("away");
  const what = [
    isMe && t("youInRace"),
    isHost && t("host"),
    cohost && t("cohost"),
    ready && t("isReady"),
  ].filter(Boolean);
  return what.join(" · ") || t("here");
}
