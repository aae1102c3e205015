import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** @import { Seat } from "../net/messages.js" */

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
