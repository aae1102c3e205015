import { t } from "../i18n/index.js";
import { link } from "../ui/dom.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { RoomReplica } from "../room/replica.js" */

/** What makes the link from a result on: back to its challenge, or to one with the own game as the one to beat. @type {(replica: RoomReplica) => () => Child} */
export function challengeWay({ ownStanding: mine, race, room }) {
  const { challenge, daily } = room ?? {};
  if (challenge)
    return () => link(`/challenge/${challenge.code}`, t("toChallenge"), { class: "btn main big" });
  if (!mine?.moves || (daily && !race?.reveal)) return () => null; // nothing to beat, or sealed
  return () => link(`/challenge/new?game=${mine.game}`, t("challengeFriend"), { class: "btn" });
}
