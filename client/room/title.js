import { t, variantName } from "../i18n/index.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";

/** @import { RoomReplica } from "./replica.js" */

/** What is played in a room. @type {(replica: RoomReplica) => string} */
function gameTitle({ race, room }) {
  const { daily, ghost, settings } = room ?? {};
  const name = variantName(race?.variant.name ?? settings?.variant?.name ?? DEFAULT_VARIANT);
  if (ghost) return t("ghostRace", { variant: name });
  return daily ? t(daily.ranked ? "dailyOf" : "dailyPractice", { variant: name }) : name;
}

/** Whose room it is; of a solo room, what is played in it. @type {(replica: RoomReplica) => string} */
export function roomTitle(replica) {
  if (replica.isSolo) return gameTitle(replica);
  return replica.room?.host === replica.you?.id ? t("yourRoom") : t("roomOf", { name: replica.hostName });
}
