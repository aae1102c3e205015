import { dotted, ordinalText, t, timeText, variantName } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { playerName } from "../../people/names.js";
import { teamName } from "../../race/teams.js";
import { seriesText } from "../../room/series.js";
import { ofTeams, teamScores } from "../../room/teams.js";
import { impsColumn, playerColumn } from "../../scores/columns.js";
import { byId, h, link } from "../../ui/dom.js";
import { momentText } from "../../ui/format.js";
import { loadStyles } from "../../ui/load.js";
import { note, panel } from "../../ui/parts.js";
import { knownPlayer } from "../../ui/preferences.js";
import { shareLink } from "../../ui/share.js";
import { table } from "../../ui/table.js";

/** The page of a decided series: who has won it, and the score by race. @param {Page} page @param {string} id */
export default async function seriesScreen({ shell, signal }, id) {
  const found = await request("GET series/{series}", { series: id }, { signal });
  const { scores, teams = [] } = found;
  const nameOf = (/** @type {string} */ id) =>
    playerName(scores.find(({ player }) => player === id)?.name ?? "");
  if (teams.length) await loadStyles("room/teams.css");
  const title = teams.length
    ? seriesText(ofTeams({ over: true, teams }), teamName)
    : seriesText({ over: true, scores }, nameOf) || t("seriesScore");
  shell.title(title);
  byId("main").append(
    h(
      "div.page",
      header(found, title),
      teams.length > 0 && panel(t("teams"), teamScores(teams)),
      scoresPanel(found, knownPlayer()?.id ?? ""),
    ),
  );
}

/** @type {(found: wire.SeriesPage, title: string) => HTMLElement} */
const header = ({ best_of, ended_at, group, id, races }, title) =>
  h(
    "header.stack",
    h("h1", title),
    h(
      "p.soft",
      dotted(
        ...new Set(races.map(({ variant }) => variantName(variant.name))),
        t("seriesLength", { n: races.length, of: best_of }),
        momentText(ended_at),
      ),
    ),
    h(
      "p.row",
      group && link(`/group/${group}`, t("toGroup"), "btn"),
      shareLink(t("share"), () => title, `/race/series/${id}`),
    ),
  );

/** The sums of all players, and their gains from each race. @type {(found: wire.SeriesPage, me: string) => HTMLElement} */
const scoresPanel = ({ races, scores }, me) =>
  panel(
    t("seriesScore"),
    table(
      [
        playerColumn(),
        { head: t("pointsShort"), cell: ({ points }) => h("b", points) },
        { head: t("racesWon"), class: "hide-tiny", cell: ({ wins }) => wins },
        impsColumn(({ duplicate }) => duplicate, { head: "+/\u2060−", class: "hide-narrow" }),
        { head: t("time"), class: "hide-narrow", cell: ({ time_ms = 0 }) => timeText(time_ms) },
        ...races.map((race, i) => ({
          head: link(`/race/${race.id}`, t("raceNumber", { n: i + 1 })),
          cell: (/** @type {{ player: string }} */ { player }) => inRace(race, player),
        })),
      ],
      scores,
      { class: "standings", me },
    ),
    note(t("seriesHelp")),
  );

/** The gain of a player from a race: points, and the place. @type {(race: wire.SeriesRace, player: string) => string | HTMLElement} */
function inRace({ games }, player) {
  const game = games.find((each) => each.player === player);
  if (!game) return "–";
  return h("span", game.points, " ", h("small.soft", `${game.won ? "★ " : ""}${ordinalText(game.rank)}`));
}
