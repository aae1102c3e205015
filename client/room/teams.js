import { t } from "../i18n/index.js";
import { teamMark, teamName } from "../race/teams.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { note, scrollable, tag } from "../ui/parts.js";
import { table } from "../ui/table.js";
import { seriesText } from "./series.js";

/** @import { Member, Series, TeamScore, TeamStanding } from "../net/messages.js" */
/** @import { RoomReplica } from "../net/replica.js" */
/** @import { PhaseContext } from "../race/phase.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { Points } from "./series.js" */
/** @typedef {PhaseContext["session"]} Session */

/** A series as its teams see it. @type {(series: Pick<Series, "over" | "teams">) => Points} */
export const ofTeams = ({ over, teams = [] }) => ({
  over,
  scores: teams.map(({ team, points }) => ({ player: `${team}`, points })),
});

/** Which team leads a series, and the points of each. @type {(series: Series) => HTMLElement | false} */
export const teamSeries = (series) =>
  !!series.teams?.length &&
  h(
    "p",
    h("b", seriesText(ofTeams(series), teamName)),
    " ",
    series.teams.map(({ points, team }) => `${teamName(team)} ${points}`).join(" · "),
  );

/** A member's team; who may choose it moves the member to the next one. @type {(session: Session, member: Member) => Child} */
export function memberTeam(session, { id, name, team }) {
  const { isHost, room, you } = session.replica;
  const teams = room?.settings.teams ?? 0;
  if (!team) return false;
  if (!isHost && id !== you?.id) return tag(teamMark(team), " ", teamName(team));
  const next = (team % teams) + 1;
  return button(
    [teamMark(team), " ", teamName(team)],
    () => void session.send({ t: "team", team: next, player: id }),
    {
      class: "btn small",
      "aria-label": t("toTeam", { name, team: teamName(team), next: teamName(next) }),
      title: t("toTeam", { name, team: teamName(team), next: teamName(next) }),
    },
  );
}

/** What makes the teams even. @type {(session: Session) => Child} */
export const balanceButton = (session) =>
  button([icon("shuffle"), t("balanceTeams")], () => void session.send({ t: "balance" }), {
    class: "btn small",
  });

/** Show how the teams have come out of the last race of a room, and how their series stands. @type {(place: HTMLElement, replica: RoomReplica) => void} */
export function showTeams(place, { race, room }) {
  const { standings, team_scores = 0, teams = [] } = race ?? {};
  const names = new Map(standings?.map(({ name, player }) => [player, name]));
  morph(
    place,
    teamTable(teams, team_scores, (player) => names.get(player) ?? ""),
    room?.series && teamSeries(room.series),
  );
}

/** The results of the teams in a race. @type {(teams: TeamStanding[], count: number, nameOf: (player: string) => string) => HTMLElement} */
export const teamTable = (teams, count, nameOf) =>
  h(
    "section.panel.team-results",
    h("h2", t("teams")),
    scrollable(
      table(
        [
          { head: "#", cell: ({ rank }) => rank },
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
    ),
    note(t("teamHelp", { n: count })),
  );

/** The points of the teams in a series. @type {(teams: TeamScore[]) => HTMLElement} */
export const teamScores = (teams) =>
  scrollable(
    table(
      [
        { head: t("teamHead"), class: "text", cell: ({ team }) => [teamMark(team), " ", teamName(team)] },
        { head: t("teamPoints"), cell: ({ points }) => h("b", points) },
        { head: t("teamWins"), cell: ({ wins = 0 }) => wins },
      ],
      teams,
    ),
  );
