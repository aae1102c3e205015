import { t, variantName } from "../i18n/index.js";
import { DEFAULTS } from "../net/protocol.js";
import { avatar } from "../people/avatars.js";
import { playerColours } from "../people/names.js";
import { button, h, icon, link } from "../ui/dom.js";
import { opener } from "../ui/parts.js";
import { inviteButton } from "./invitation.js";

/** The name of the game in a room. @type {(replica: RoomReplica) => string} */
function gameTitle({ daily, race, room }) {
  const { ghost, settings } = room ?? {};
  const name = variantName(race?.variant.name ?? settings?.variant?.name);
  if (ghost) return t("ghostRace", { variant: name });
  return daily ? t(daily.ranked ? "dailyOf" : "dailyPractice", { variant: name }) : name;
}

/** The title of a room: whose it is; of a solo room, the name of its game. @type {(replica: RoomReplica) => string} */
export function roomTitle(replica) {
  if (replica.isSolo) return gameTitle(replica);
  return replica.room?.host === replica.you?.id ? t("yourRoom") : t("roomOf", { name: replica.hostName });
}

/** @type {(text: Child | Child[], action: () => unknown) => HTMLElement} */
const main = (text, action) => button(text, action, "btn main big");

/** The members who are here; bots always are. @type {(replica: RoomReplica) => wire.Member[]} */
export function membersHere({ present, room }) {
  const connected = new Set(present?.members);
  return room?.members.filter(({ id, bot }) => !!bot || connected.has(id)) ?? [];
}

/** The members who hold a seat. @template {wire.Member} M @param {M[]} members */
export const playersOf = (members) => members.filter(({ sits_out }) => !sits_out);

/** Whether no seat is free. @type {(replica: RoomReplica) => boolean} */
export const isFull = ({ room }) =>
  playersOf(room?.members ?? []).length >= (room?.settings.seats ?? DEFAULTS.seats);

/** Whether another player is here. @type {(replica: RoomReplica) => boolean} */
export function hasOthers(replica) {
  return playersOf(membersHere(replica)).some(({ id }) => id !== replica.you?.id);
}

/** The buttons that start a race, or say that one is ready for it; the bright one comes first. @type {(room: PhaseContext) => Child[]} */
export function startButtons({ code, session }) {
  const { isHost, isSolo, room, sitsOut } = session.replica;
  if (room?.event && !room.event.practice) return [];
  if (isSolo) return soloButtons(session);
  const start = () => void session.send({ t: "start" });
  if (isHost && !hasOthers(session.replica))
    return [
      inviteButton(code, t("invite"), "btn main big"),
      !sitsOut && button(t("startAlone"), start, "btn big"),
    ];
  return [isHost && main(t("startNow"), start), !sitsOut && readiness(session, "ready", isHost)];
}

/** The ways on, the people who wait for them, and other actions. @typedef {{ next: Child[], status?: HTMLElement | false, also: Child[] }} Actions */

/** The same after a race, and the way to the room. @type {(room: PhaseContext) => Actions} */
export function nextButtons(room) {
  const { replica } = room.session;
  const openRules = async () => (await import("../learn/rules.js")).openRules();
  const hasRival = !replica.isSolo && !replica.sitsOut && hasOthers(replica);
  return {
    status: rematchStatus(replica),
    next: hasRival
      ? [readiness(room.session, "rematch", false)]
      : [eventWay(replica.room?.event), ...startButtons(room)],
    also: [
      !replica.isSolo && button([icon("race"), t("toRoom")], () => room.openLobby(true), "btn quiet"),
      opener([icon("help"), t("how")], openRules, "btn quiet"),
    ],
  };
}

/** The way back to an event, in which nobody plays twice. @param {wire.EventRoom | null} [event] */
function eventWay(event) {
  const { code, kind, label, parent, practice } = event ?? {};
  const level = practice ? "btn big" : "btn main big";
  if (kind === "group_daily") return link(`/group/${parent}/${label}`, t("toGroupDaily"), level);
  if (kind === "round") return link(`/arena/${parent}`, t("toArena"), level);
  return kind === "challenge" && link(`/challenge/${code}`, t("toChallenge"), level);
}

/** The line on the players of a race who have accepted a rematch, those for whom it waits, and those offline. @type {(replica: RoomReplica) => HTMLElement | false} */
export function rematchStatus(replica) {
  const { isSolo, race, room, self, you } = replica;
  const here = membersHere(replica);
  const raced = race?.seats.map(({ player }) => player) ?? [];
  const people = playersOf(room?.members ?? []).filter(({ bot, id }) => !bot && raced.includes(id));
  const accepted = people.filter(({ ready }) => ready);
  const gone = people.filter((member) => member.id !== you?.id && !here.includes(member));
  if (isSolo || !(accepted.length || gone.length)) return false;
  const colours = playerColours((room?.members ?? []).map(({ id }) => id));
  const awaited = people.filter(({ id, ready }) => id !== you?.id && !!ready !== !!self?.ready);
  const names = (accepted.length ? awaited : gone)
    .map((member) => (gone.includes(member) ? `${member.name} (${t("away")})` : member.name))
    .join(", ");
  const text = self?.ready ? "waitingFor" : "rematchOffered";
  return h(
    "div.row.rematch-status",
    h(
      "ul.people",
      { "aria-label": t("players") },
      ...people.map(({ id, name, ready }) =>
        h(
          "li",
          { "data-key": id, title: name },
          avatar(
            name,
            colours.get(id) ?? 0,
            id === you?.id && "me",
            ready ? "ready" : gone.some((each) => each.id === id) && "away",
          ),
          h("span.visually-hidden", name, ready && ` · ${t("isReady")}`),
        ),
      ),
    ),
    h(
      "p",
      !!names && h("b", accepted.length ? t(text, { names }) : names),
      " ",
      accepted.length > 0 && h("span.soft", t("rematchCount", { n: accepted.length, of: people.length })),
    ),
  );
}

/** Say that one is ready, or wants a rematch, which starts when two people do; or no longer. @type {(session: RoomSession, command: "ready" | "rematch", isSecond: boolean) => HTMLElement} */
function readiness(session, command, isSecond) {
  const isReady = !!session.replica.self?.ready;
  return button(
    isReady ? [icon("check"), t(command)] : t(command),
    () => session.send(isReady ? { t: "ready", ready: false } : { t: command }),
    { class: `btn big${isReady || isSecond ? "" : " main"}`, "aria-pressed": String(isReady) },
  );
}

/** @type {(session: PhaseContext["session"]) => Child[]} */
function soloButtons(session) {
  const { race, room } = session.replica;
  const isFixedDeal = !!room?.event || !!room?.ghost;
  const start = () => void session.send({ t: "start" });
  const playSame = () => {
    session.send({ t: "settings", settings: { ...room?.settings, code: race?.reveal?.code } });
    start();
  };
  return [
    main(t(isFixedDeal ? "onceMore" : "newDeal"), start),
    race?.reveal && !isFixedDeal && button(t("sameAgain"), playSame, "btn big"),
  ];
}
