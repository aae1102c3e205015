import { dotted, t } from "../i18n/index.js";
import { teamMark, teamName } from "../race/teams.js";
import { rankColumn } from "../scores/columns.js";
import { h, morph } from "../ui/dom.js";
import { note } from "../ui/parts.js";
import { table } from "../ui/table.js";
import { seriesText } from "./series.js";

/** @import { Points } from "./series.js" */

/** A series as its teams see it. @type {(series: Pick<wire.Series, "over" | "teams">) => Points} */
export const ofTeams = ({ over, teams = [] }) => ({
  over,
  scores: teams.map(({ team, points }) => ({ player: `${team}`, points })),
});

/** Show how the teams have come out of the last race of a room, and how their series stands. @type {(place: HTMLElement, replica: RoomReplica) => void} */
export function showTeams(place, { race, room }) {
  const { series } = room ?? {};
  const { standings, team_scores = 0, teams = [] } = race ?? {};
  const names = new Map(standings?.map(({ name, player }) => [player, name]));
  morph(
    place,
    teamTable(teams, team_scores, (player) => names.get(player) ?? ""),
    !!series?.teams?.length &&
      h(
        "p",
        h("b", seriesText(ofTeams(series), teamName)),
        " ",
        dotted(...series.teams.map(({ points, team }) => `${teamName(team)} ${points}`)),
      ),
  );
}

/** The results of the teams in a race. @type {(teams: wire.TeamStanding[], count: number, nameOf: (player: string) => string) => HTMLElement} */
export const teamTable = (teams, count, nameOf) =>
  h(
    "section.panel.team-results",
    h("h2", t("teams")),
    table(
      [
        rankColumn(),
        { head: t("teamHead"), class: "text", cell: ({ team }) => [teamMark(team), " ", teamName(team)] },
        { head: t("teamSum"), cell: ({ score }) => h("b", score) },
        {
          head: t("teamCounted"),
          class: "text",
          cell: ({ players = [] }) => players.map(nameOf).join(", ") || "–",
        },
      ],
      teams,
    ),
    note(t("teamHelp", { n: count })),
  );

/** The points of the teams in a series. @type {(teams: wire.TeamScore[]) => HTMLElement} */
export const teamScores = (teams) =>
  table(
    [
      { head: t("teamHead"), class: "text", cell: ({ team }) => [teamMark(team), " ", teamName(team)] },
      { head: t("teamPoints"), cell: ({ points }) => h("b", points) },
      { head: t("teamWins"), cell: ({ wins = 0 }) => wins },
    ],
    teams,
  );
