import { t } from "../i18n/index.js";
import { teamMark, teamName } from "../race/teams.js";
import { button, icon } from "../ui/dom.js";
import { tag } from "../ui/parts.js";

/** @import { PhaseContext } from "../race/phase.js" */
/** @import { Child } from "../ui/dom.js" */
/** @typedef {PhaseContext["session"]} Session */

/** A member's team; who may choose it moves the member to the next one. @type {(session: Session, member: wire.Member) => Child} */
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
  button([icon("shuffle"), t("balanceTeams")], () => void session.send({ t: "balance" }), "btn small");
