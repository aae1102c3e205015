import { t, timeText } from "../i18n/index.js";
import { awaySeconds } from "./state.js";

/** The other people of a race who play on. @param {RoomReplica} replica */
const running = ({ order, room, you }) =>
  order.filter(
    ({ ended, player }) =>
      !ended && player !== you?.id && !room?.members.some(({ bot, id }) => bot && id === player),
  );

/** The text that others still play, or for whom of them one waits; "" if none does. @type {(replica: RoomReplica, now: number) => string} */
export const othersText = (replica, now) =>
  awaitedText(replica, now) || (running(replica).length ? t("othersPlay") : "");

/** The text on those for whom a race waits, if all others who play on are away, and for how long at the most; "" otherwise. @type {(replica: RoomReplica, now: number) => string} */
export function awaitedText(replica, now) {
  const awaited = running(replica);
  const seconds = awaited.map(({ player }) => awaySeconds(replica.present, player, now) ?? Infinity);
  const longest = 1000 * Math.max(...seconds);
  if (!Number.isFinite(longest)) return "";
  const names = awaited.map(({ player }) => replica.nameOf(player)).join(", ");
  return t("waitsForAway", { names, time: timeText(Math.min(longest, (replica.endsAt ?? Infinity) - now)) });
}
