import { t } from "../i18n/index.js";
import { DEFAULTS } from "../net/protocol.js";
import { nameForm, nameQuestion } from "../people/name-form.js";
import { notifyButton } from "../push/notify-button.js";
import { isTallScreen } from "../ui/browser.js";
import { confirmed } from "../ui/dialog.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { addIcons } from "../ui/icons.js";
import { loadStyles } from "../ui/load.js";
import { list, panel, plain, stack } from "../ui/parts.js";
import { hasName, read } from "../ui/preferences.js";
import "./chat.js"; // the room shows it at once
import { openDraw } from "./draw.js";
import { cohostButton, memberLine, openBots, roleTags, seatButton } from "./members.js";
import { seriesScore } from "./series.js";
import { lazySettingsForm, settingsList, settingsText } from "./settings.js";
import {
  hasOthers,
  invitation,
  membersHere,
  playersOf,
  roomTitle,
  rulesButton,
  startButtons,
} from "./start-buttons.js";
import { balanceButton, memberTeam, teamSeries } from "./teams.js";

/** @import { Member, RoomView, Series, Settings } from "../net/messages.js" */
/** @import { Phase, PhaseContext } from "../race/phase.js" */

addIcons({ seal: "M12 3l7 3v5q0 7-7 10-7-3-7-10V6zm-3 9 2 2 4-4" });

/** The room between races: its members, who is ready, the invitation, the settings. @implements {Phase} */
export default class Lobby {
  isFixed = false;
  #intro = stack();
  #actions = stack();
  #series = h("div.full-width", { hidden: true });
  #members = h("section.panel");
  #settings = h("section.plain");
  #draw = h("p");
  /** The settings that are shown, as text. */ #shownSettings = "";

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    this.replica = room.session.replica;
    const { isSolo } = this.replica;
    const asks = this.#isInvited && !hasName();
    addEventListener("resize", () => this.update(), { signal: room.signal });
    this.element = h(
      "div.page.two-columns",
      h("header.felt.full-width", this.#intro, asks && nameQuestion(room.signal), this.#actions),
      this.#series,
      stack(this.#members, !isSolo && this.#friends(room.signal), !isSolo && invitation(room.code)),
      stack(
        this.#settings,
        this.#draw,
        !isSolo && panel(t("chat"), room.chat),
        !asks && plain(t("yourName"), nameForm(room.signal)),
        !isSolo && button(t("leave"), () => this.#leave(), { class: "btn quiet" }),
      ),
    );
  }

  /** The friends who can be invited. @param {AbortSignal} signal */
  #friends(signal) {
    const place = h("section.panel", { hidden: true });
    if (read("gaprace.friends"))
      import("./friends.js")
        .then((module) => module.showInvites(place, this.replica, signal))
        .catch(() => {});
    return place;
  }

  get title() {
    return roomTitle(this.replica);
  }

  /** Whether the player has followed the link of a friend. */
  get #isInvited() {
    const { isHost, isSolo, race } = this.replica;
    return !isSolo && !isHost && !race;
  }

  update() {
    const { room, you } = this.replica;
    if (!room || !you) return;
    if (room.series) this.#renderSeries(room.series);
    this.#renderHead(room);
    this.#renderMembers(room);
    this.#renderSettings(room);
    morph(this.#draw, room.commitment && drawButton(room, room.commitment));
  }

  /** @param {Series} series */
  #renderSeries(series) {
    const score = seriesScore(this.replica);
    this.#series.hidden = !score;
    if (score) loadStyles("room/series.css").catch(() => {});
    morph(this.#series, score, teamSeries(series));
  }

  // The members

  /** Who invites to what, the rule in a line, and what to press. @param {RoomView} room */
  #renderHead(room) {
    const { settings } = room;
    const { isHost, isSolo, present, race } = this.replica;
    const isInvited = this.#isInvited;
    const waiting = !hasOthers(this.replica) ? "waitForOthers" : isHost ? "hostHelp" : "readyHelp";
    const spectators = present?.spectators ? ` ${t("watching", { n: present.spectators })}` : "";
    morph(
      this.#intro,
      h("h1", isInvited ? t("invitedBy", { name: this.replica.hostName }) : this.title),
      !isSolo && h("p", settingsText(settings)[0]),
      isInvited && h("p", h("b", t(isTallScreen() ? "ruleLineTall" : "ruleLine"))),
    );
    morph(
      this.#actions,
      h(
        "div.actions",
        ...startButtons(this.room),
        race?.standings && button(t("toResult"), () => this.room.openLobby(false), { class: "btn big" }),
      ),
      !isSolo && h("p.small.soft", { role: "status" }, t(waiting), spectators),
      h(
        "div.also",
        rulesButton(),
        room.group && h("a.btn.quiet", { href: `/group/${room.group}` }, icon("you"), t("toGroup")),
      ),
    );
  }

  /** @param {RoomView} room */
  #renderMembers(room) {
    const { members, settings } = room;
    const { isHost, isSolo } = this.replica;
    const { self } = this.replica;
    const here = membersHere(this.replica);
    const { seats = DEFAULTS.seats } = settings;
    const n = playersOf(members).length;
    this.#members.hidden = isSolo;
    if (settings.teams) loadStyles("room/teams.css").catch(() => {});
    morph(
      this.#members,
      h("h2", t("playersOf", { n, seats })),
      list(...members.map((member) => this.#member(member, here.includes(member) || member.id === self?.id))),
      isHost &&
        button(
          [icon("bot"), t("addBot")],
          () => openBots((level) => this.session.send({ t: "addbot", level })),
          {
            disabled: n >= seats,
            "aria-haspopup": "dialog",
          },
        ),
      !isSolo && seatButton(this.session),
      isHost && !!settings.teams && balanceButton(this.session),
      !isSolo && notifyButton("starts"),
    );
  }

  /** @param {Member} member @param {boolean} isHere */
  #member(member, isHere) {
    const { id, bot = 0 } = member;
    const { isHost, you } = this.replica;
    return h(
      "li",
      { "data-key": id, class: bot ? "bot" : "" },
      ...memberLine(this.session, member, isHere, ...roleTags(member), memberTeam(this.session, member)),
      h(
        "span.row",
        cohostButton(this.session, member),
        isHost && id !== you?.id && this.session.company?.hostButtons(member),
      ),
    );
  }

  async #leave() {
    if (await confirmed(t("leaveSure"), t("leave"))) this.session.send({ t: "leave" });
  }

  // The settings

  /** A form that somebody fills in is not replaced. @param {RoomView} room */
  #renderSettings({ settings }) {
    const { isHost, isSolo } = this.replica;
    const key = JSON.stringify([settings, isHost]);
    if (key === this.#shownSettings || this.#settings.contains(document.activeElement)) return;
    this.#shownSettings = key;
    const save = (/** @type {Settings} */ changed) => {
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      this.session.send({ t: "settings", settings: changed });
    };
    this.#settings.replaceChildren(
      ...settingsList(settings),
      ...(isHost && !isSolo ? [lazySettingsForm(t("change"), settings, t("save"), save)] : []),
    );
  }
}

/** What shows how the next deal is drawn. @type {(room: RoomView, commitment: string) => HTMLElement} */
const drawButton = (room, commitment) =>
  button([icon("seal"), t("fingerprint", { code: commitment.slice(0, 8) })], () => openDraw(room), {
    class: "btn quiet small",
    "aria-haspopup": "dialog",
  });
