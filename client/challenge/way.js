import { t } from "../i18n/index.js";
import { h, link } from "../ui/dom.js";

/** @import { RoomReplica } from "../room/replica.js" */

/** The way on from a result: back to its challenge, or to one with the own game as the one to beat. @type {(replica: RoomReplica) => HTMLElement[]} */
export function challengeWay({ ownStanding: mine, race, room }) {
  const { challenge, daily } = room ?? {};
  if (challenge?.group_daily)
    return [way(`/group/${challenge.group_daily}`, t("toGroupDaily"), "btn main big")];
  if (challenge?.arena) return [way(`/arena/${challenge.arena}`, t("toArena"), "btn main big")];
  if (challenge) return [way(`/challenge/${challenge.code}`, t("toChallenge"), "btn main big")];
  if (!mine?.moves || (daily && !race?.reveal)) return []; // nothing to beat, or sealed
  return [way(`/challenge/new?game=${mine.game}`, t("challengeFriend"), "btn")];
}

/** @type {(path: string, text: string, level: string) => HTMLElement} */
const way = (path, text, level) => h("p", { class: "row" }, link(path, text, { class: level }));
