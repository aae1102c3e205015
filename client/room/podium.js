import { t, timeText } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** @import { Standing } from "../net/messages.js" */

const PLACES = 3;

/** The first three of a race, the winner in the middle and highest. @type {(standings: Standing[], you: string) => HTMLElement} */
export const podium = (standings, you) =>
  h(
    "ol",
    { class: "podium", "aria-label": t("podium") },
    ...standings.slice(0, PLACES).map((each) => step(each, you)),
  );

/** @type {(standing: Standing, you: string) => HTMLElement} */
const step = ({ game, locked, name, player, rank, time_ms, won }, you) =>
  h(
    "li",
    { "data-key": game, class: `step-${rank}${player === you ? " me" : ""}` },
    h("b", {}, name),
    h("span", { class: "numbers" }, won ? `★ ${timeText(time_ms)}` : t("lockedAlone", { n: locked })),
    h("span", { class: "step", "aria-hidden": "true" }, rank),
  );
