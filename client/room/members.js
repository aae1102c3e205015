import { t } from "../i18n/index.js";
import { Connection } from "../net/connection.js";
import { recordedText } from "../people/recorded.js";
import { openMenu } from "../ui/dialog.js";
import { button, byId, h, link } from "../ui/dom.js";
import { note, stack, tag } from "../ui/parts.js";
import { go } from "../ui/router.js";

/** The name of a bot's strength, 1 to 5; or the text about a recorded game, with its date. @type {(level: number, recorded?: string) => string} */
export const levelName = (level, recorded) =>
  recorded ? recordedText(recorded) : t("botLevels").split(" ")[level - 1];

/** The strength of a bot, or a recorded game. @type {(level: number, recorded?: string) => HTMLElement} */
export const botTag = (level, recorded) => tag(levelName(level, recorded));

const LEVELS = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** Ask how strong a new bot is to play. @param {(level: number) => void} onChoose */
export function openBots(onChoose) {
  /** @type {(level: typeof LEVELS[number]) => [HTMLElement[], () => void, object]} */
  const choice = (level) => [
    [h("b.badge", level), h("span", levelName(level), h("small", t(`bot_${level}`)))],
    () => onChoose(level),
    { class: "btn level" },
  ];
  openMenu(t("addBot"), note(t("botHelp")), ...LEVELS.map(choice));
}

/** The roles of a member besides that of a player. @type {(member: wire.Member) => (HTMLElement | false)[]} */
export const roleTags = ({ cohost = false, sits_out = false }) => [
  cohost && tag(t("cohost")),
  sits_out && tag(t("sittingOut")),
];

/** The button with which the host makes another person a co-host, or takes it back. @type {(session: RoomSession, member: wire.Member) => HTMLElement | false} */
export function cohostButton(session, { id, name, cohost = false, bot = 0 }) {
  const { room, you } = session.replica;
  if (room?.host !== you?.id || id === you?.id || bot) return false;
  const text = t(cohost ? "dropCohost" : "makeCohost");
  return button(
    text,
    () => session.send({ t: "cohost", player: id, cohost: !cohost }),
    "btn quiet small",
    name,
  );
}

/** The button with which the player gives up the seat and stays, or takes one again. @type {(session: RoomSession) => HTMLElement | false} */
export function seatButton(session) {
  const { isHost, room, sitsOut } = session.replica;
  if (!sitsOut && (!isHost || room?.fills_at)) return false;
  return stack(
    button(t(sitsOut ? "takeSeat" : "sitOut"), () => session.send({ t: "sitout", out: !sitsOut })),
    note(t(sitsOut ? "sitsOutHelp" : "sitOutHelp")),
  );
}

/** The line of a member in a list: who it is, whether it is there, its role, whether it is ready; `more`: its other tags. @type {(session: RoomSession, member: wire.Member, isHere: boolean, ...more: Child[]) => Child[]} */
export function memberLine({ company, replica }, member, isHere, ...more) {
  const { id, name, ready = false, bot = 0, recorded } = member;
  return [
    h("span", {
      class: `dot${isHere ? " online" : ""}`,
      role: "img",
      "aria-label": t(isHere ? "here" : "away"),
    }),
    h(
      "b.grow",
      company?.nameOf({ player: id, name }) ?? name,
      id === replica.you?.id && h("span.soft", ` ${t("you")}`),
    ),
    id === replica.room?.host && tag(t("host")),
    ...more,
    bot ? botTag(bot, recorded) : ready && h("span.tag.ready", t("isReady")),
  ];
}

/** The pages that a result leads to: games, races, players other than oneself. */
const OF_RESULT = /^\/(g|race|p(?!\/me$))\/./;

/**
 * Stay in a room while one looks at what its result leads to: with a way back, and brought back by the next race. Call it
 * when the room is left; on any other page it does nothing.
 * @param {PhaseContext} room
 */
export function standBy({ code, session }) {
  if (!OF_RESULT.test(location.pathname)) return;
  const path = `/r/${code}`;
  const { url } = session.connection.options;
  const end = new AbortController();
  const follow = (/** @type {wire.Event} */ event) => {
    if (!isStarting(event)) return;
    end.abort();
    void go(path);
  };
  const onState = (/** @type {string} */ state) => state === "closed" && end.abort();
  const connection = new Connection({ url, isSpectator: false, onEvent: follow, onState });
  const wayBack = link(path, t("toRoom"), "btn small");
  const top = byId("top");
  const show = () => {
    if (!OF_RESULT.test(location.pathname)) return end.abort();
    if (!wayBack.isConnected) top.lastElementChild?.before(wayBack);
  };
  // Each page makes the header anew.
  const pages = new MutationObserver(show);
  end.signal.addEventListener("abort", () => {
    pages.disconnect();
    connection.close();
    wayBack.remove();
  });
  pages.observe(top, { childList: true });
  show();
}

/** Whether a race begins, or has begun since the room was left. @param {wire.Event} event */
const isStarting = (event) =>
  event.t === "starting" || (event.t === "welcome" && !!event.room.race && !event.room.race.standings);
