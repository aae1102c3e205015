import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { playersOf } from "./start-buttons.js";

/** @import { Member, RoomView, Seat } from "../net/messages.js" */

/** Who of the members who are here would start later in the next race, and by how much. @type {(room: RoomView, here: Member[], nameOf: (player: string) => string) => HTMLElement} */
export function startsLater({ expected_s: expected = {} }, here, nameOf) {
  const players = playersOf(here).filter(({ id }) => id in expected);
  const slowest = Math.max(...players.map(({ id }) => expected[id]));
  const late = players
    .map(({ id }) => ({ name: nameOf(id), n: slowest - expected[id] }))
    .filter(({ n }) => n > 0);
  return h(
    "div",
    { class: "stack small", role: "status" },
    ...(late.length
      ? late.map(({ name, n }) => h("p", {}, t("startsLater", { name, n })))
      : [h("p", { class: "soft" }, t("startTogether"))]),
  );
}

/** Who started later in a race. @type {(seats: Seat[], nameOf: (player: string) => string) => HTMLElement} */
export const startedLater = (seats, nameOf) =>
  h(
    "p",
    { class: "small soft" },
    seats
      .filter(({ waits_ms = 0 }) => waits_ms)
      .map(({ player, waits_ms = 0 }) => t("startedLater", { name: nameOf(player), n: waits_ms / 1000 }))
      .join(" "),
    " ",
    t("oneClock"),
  );
