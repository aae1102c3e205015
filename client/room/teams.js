import { t } from "../i18n/index.js";
import { button, h, icon } from "../ui/dom.js";
import { table } from "../ui/table.js";
import { teamName } from "./series.js";

/** @import { Member, TeamScore, TeamStanding } from "../net/messages.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { PhaseContext } from "./screen.js" */
/** @typedef {PhaseContext["session"]} Session */

/** A member's team; who may choose it moves the member to the next one. @type {(session: Session, member: Member) => Child} */
export function memberTeam(session, { id, name, team }) {
  const { isHost, room, you } = session.replica;
  const teams = room?.settings.teams ?? 0;
  if (!team) return false;
  if (!isHost && id !== you?.id) return h("span", { class: "tag" }, teamName(team));
  const next = (team % teams) + 1;
  return button(teamName(team), () => void session.send({ t: "team", team: next, player: id }), {
    class: "btn small",
    "aria-label": t("toTeam", { name, team: teamName(team), next: teamName(next) }),
    title: t("toTeam", { name, team: teamName(team), next: teamName(next) }),
  });
}

/** What makes the teams even. @type {(session: Session) => Child} */
export const balanceButton = (session) =>
  button([icon("shuffle"), t("balanceTeams")], () => void session.send({ t: "balance" }), {
    class: "btn small",
  });

/** The results of the teams in a race. @type {(teams: TeamStanding[], count: number, nameOf: (player: string) => string) => HTMLElement} */
export const teamTable = (teams, count, nameOf) =>
  h(
    "section",
    { class: "panel team-results" },
    h("h2", {}, t("teams")),
    h(
      "div",
      { class: "scroll-x" },
      table(
        [
          { head: "#", cell: ({ rank }) => rank },
          { head: t("teamHead"), class: "text", cell: ({ team }) => teamName(team) },
          { head: t("teamSum"), cell: ({ score }) => h("b", {}, score) },
          {
            head: t("teamCounted"),
            class: "text",
            cell: ({ players = [] }) => players.map(nameOf).join(", ") || "–",
          },
        ],
        teams,
      ),
    ),
    h("p", { class: "small soft" }, t("teamHelp", { n: count })),
  );

/** The points of the teams in a series. @type {(teams: TeamScore[]) => HTMLElement} */
export const teamScores = (teams) =>
  h(
    "div",
    { class: "scroll-x" },
    table(
      [
        { head: t("teamHead"), class: "text", cell: ({ team }) => teamName(team) },
        { head: t("teamPoints"), cell: ({ points }) => h("b", {}, points) },
        { head: t("teamWins"), cell: ({ wins = 0 }) => wins },
      ],
      teams,
    ),
  );
