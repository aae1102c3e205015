import { dotted, t } from "../i18n/index.js";
import { avatar } from "../people/avatars.js";
import { teamMark, teamName } from "../race/teams.js";
import { button, h, icon } from "../ui/dom.js";
import { tag } from "../ui/parts.js";
import { levelName } from "./members.js";

/** A member as a face, with the name, and whether it is here and ready. @type {(session: RoomSession, member: wire.Member, colour: number, isHere: boolean) => HTMLElement} */
export function faceOf(session, member, colour, isHere) {
  const { company, replica } = session;
  const { id, name, ready = false } = member;
  const isMe = id === replica.you?.id;
  return h(
    "li",
    { "data-key": id },
    avatar(name, colour, isMe && "me", isHere ? ready && "ready" : "away"),
    h("b", { dir: "auto" }, company?.labelOf({ player: id, name }) ?? name),
    h("small", stateText(member, { isHere, isHost: id === replica.room?.host, isMe })),
    memberTeam(session, member),
  );
}

/** @type {(member: wire.Member, what: { isHere: boolean, isHost: boolean, isMe: boolean }) => string} */
function stateText(
  { bot = 0, cohost = false, ready = false, recorded, sits_out = false },
  { isHere, isHost, isMe },
) {
  if (bot) return levelName(bot, recorded);
  if (sits_out) return t("sittingOut");
  if (!isHere) return t("away");
  const what = [isMe && t("youInRace"), isHost && t("host"), cohost && t("cohost"), ready && t("isReady")];
  return dotted(...what) || t("here");
}

/** @typedef {PhaseContext["session"]} Session */

/** A member's team; a player who may choose it moves the member to the next one. @type {(session: Session, member: wire.Member) => Child} */
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

/** The button that makes the teams even. @type {(session: Session) => Child} */
export const balanceButton = (session) =>
  button([icon("shuffle"), t("balanceTeams")], () => void session.send({ t: "balance" }), "btn small");
