import { t } from "../i18n/index.js";
import { avatar } from "../people/avatars.js";
import { playerColours } from "../people/names.js";
import { h, link } from "../ui/dom.js";
import { note } from "../ui/parts.js";

/** @typedef {Partial<wire.Series> & Pick<wire.Series, "scores">} Points of players, or of teams */

/** A score without an end says something from this number of races on. */
const MIN_RACES = 2;

/** The score of a room's series: who leads, and the points of each; nothing as long as somebody is alone. @type {(replica: RoomReplica) => HTMLElement | false} */
export function seriesScore(replica) {
  const { room, you } = replica;
  const { series } = room ?? {};
  if (!series || series.scores.length < 2 || (series.best_of === 1 && series.races < MIN_RACES)) return false;
  const colours = playerColours((room?.members ?? []).map(({ id }) => id));
  const nameOf = (/** @type {string} */ player) => replica.nameOf(player);
  const { best_of, over, races } = series;
  const progress =
    best_of === 1
      ? t("afterRaces", { n: races })
      : t(over ? "seriesRace" : "seriesNext", { n: over ? races : races + 1, of: best_of });
  return h(
    "section.panel.series",
    { "aria-label": t("seriesScore") },
    h("div.row", h("h2", t("thisEvening")), h("span.small", progress)),
    note(!series.teams?.length && `${seriesText(series, nameOf)}. `, t("seriesHow")),
    h(
      "ol",
      ...series.scores.map(({ player, points, wins = 0 }) =>
        h(
          "li",
          { class: player === you?.id ? "me" : "", "data-key": player },
          avatar(nameOf(player), colours.get(player) ?? 0, player === you?.id && "me"),
          h("b.grow.who", nameOf(player)),
          h("small.soft", t("winCount", { n: wins })),
          h("span.figure", points),
        ),
      ),
    ),
  );
}

/** The pages of a decided series, and of the races, each by its number. @param {wire.Series} series */
export const seriesPages = ({ id, race_ids: ids = [], races }) =>
  ids.length > 0 &&
  h(
    "p.row.small",
    id && link(`/race/series/${id}`, t("wholeSeries"), "btn small"),
    ...ids.map((id, i) => link(`/race/${id}`, t("raceNumber", { n: races - ids.length + i + 1 }), "tag")),
  );

/** The text on who leads a series, or has won it; "" if a player was alone in it. @type {(series: Points, nameOf: (player: string) => string) => string} */
export function seriesText({ over, scores }, nameOf) {
  const [first, second] = scores;
  if (!second) return "";
  if (second.points === first.points) return t(over ? "seriesDrawn" : "seriesLevel");
  return t(over ? "seriesWon" : "seriesLeads", { name: nameOf(first.player) });
}
