import { t } from "../i18n/index.js";
import { labelOf, namesakes } from "../people/names.js";
import { h } from "../ui/dom.js";
import { timeAmong } from "./times.js";

/** @import { Standing } from "../net/messages.js" */

const PLACES = 3;

/** The first three of a race, the winner in the middle and highest. @type {(standings: Standing[], you: string) => HTMLElement} */
export const podium = (standings, you) =>
  h(
    "ol",
    { class: "podium", "aria-label": t("podium") },
    ...standings.slice(0, PLACES).map((each) => step(each, standings, you)),
  );

/** @type {(standing: Standing, all: Standing[], you: string) => HTMLElement} */
const step = ({ game, locked, name, player, rank, time_ms, won }, all, you) =>
  h(
    "li",
    { "data-key": game, class: `step-${rank}${player === you ? " me" : ""}` },
    h("b", {}, labelOf({ player, name }, namesakes(all))),
    h(
      "span",
      { class: "numbers" },
      won
        ? `★ ${timeAmong(
            time_ms,
            all.filter((each) => each.won).map((each) => each.time_ms),
          )}`
        : t("lockedAlone", { n: locked }),
    ),
    h("span", { class: "step", "aria-hidden": "true" }, rank),
  );
