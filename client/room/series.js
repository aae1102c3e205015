import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** @import { Series } from "../net/messages.js" */
/** @import { RoomReplica } from "./replica.js" */

/** The score of a room's series: who leads, and the points of each. @type {(replica: RoomReplica) => HTMLElement | false} */
export function seriesScore(replica) {
  const { room, you } = replica;
  const { series } = room ?? {};
  if (!series) return false;
  return h(
    "section",
    { class: "series", "aria-label": t("seriesScore") },
    h(
      "p",
      {},
      h(
        "b",
        {},
        seriesText(series, (player) => replica.nameOf(player)),
      ),
      " ",
      progress(series),
    ),
    h(
      "ol",
      {},
      ...series.scores.map(({ player, points }) =>
        h(
          "li",
          { class: player === you?.id ? "me" : "", "data-key": player },
          h("span", { class: "who" }, replica.nameOf(player)),
          h("span", { class: "figure" }, points),
        ),
      ),
    ),
  );
}

/** @param {Series} series */
const progress = ({ best_of, over, races }) =>
  h(
    "span",
    { class: "small" },
    over ? t("seriesRace", { n: races, of: best_of }) : t("seriesNext", { n: races + 1, of: best_of }),
  );

/** Who leads a series, or has won it. @type {(series: Series, nameOf: (player: string) => string) => string} */
export function seriesText({ over, scores }, nameOf) {
  const [first, second] = scores;
  const isLevel = second && second.points === first.points;
  if (isLevel) return t(over ? "seriesDrawn" : "seriesLevel");
  return t(over ? "seriesWon" : "seriesLeads", { name: nameOf(first.player) });
}
