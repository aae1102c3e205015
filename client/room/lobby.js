import { t } from "../i18n/index.js";
import { nameForm } from "../profile/name-form.js";
import { button, h, morph } from "../ui/dom.js";
import { confirmed, rulesLater, shareLater } from "../ui/lazy.js";
import { load } from "../ui/load.js";
import { isTallScreen } from "../ui/tall-screen.js";
import { botTag, openBots } from "./bots.js";
import { DEFAULT_SEATS, lazySettingsForm, settingsText } from "./settings.js";
import { notifyButton, signalStart } from "./start-signals.js";
import { hostName, roomTitle } from "./title.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Event, Member, RoomView, Settings } from "../net/messages.js" */
/** @import { Result } from "./result.js" */
/** @import { Phase, PhaseContext } from "./screen.js" */

/** @param {RoomView} room */
const openDraw = async (room) => (await load(import("./draw.js"), "draw")).openDraw(room);

/** The room between races: its members, who is ready, the last result, the invitation, the settings. @implements {Phase} */
export class Lobby {
  isFixed = false;
  /** @type {Result | null} */ #result = null;
  #resultPlace = h("div", { class: "full-width stack" });
  #head = h("header", { class: "full-width stack" });
  #members = h("section", { class: "panel" });
  #settings = h("section", { class: "panel" });
  /** The settings that are shown, as text. */ #shownSettings = "";

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    this.replica = room.session.replica;
    const { isHost, isSolo, race } = this.replica;
    addEventListener("resize", () => this.update(), { signal: room.signal });
    // Alone, one has to invite somebody first. Nothing that matters stands below the chat.
    const isNew = isHost && !race;
    this.element = h(
      "div",
      { class: "page two-columns" },
      this.#head,
      !isSolo && this.#resultPlace,
      h(
        "div",
        { class: "stack" },
        isSolo && this.#resultPlace,
        !isSolo && isNew && this.#invitation(),
        this.#members,
        !isSolo && !isNew && this.#invitation(),
      ),
      h(
        "div",
        { class: "stack" },
        this.#settings,
        !isSolo && h("section", { class: "panel" }, h("h2", {}, t("chat")), room.chat),
        h("section", { class: "panel" }, h("h2", {}, t("yourName")), nameForm(room.signal)),
        !isSolo && button(t("leave"), () => this.#leave()),
      ),
    );
  }

  get title() {
    return roomTitle(this.replica);
  }

  /** @param {Event} [event] */
  update(event) {
    const { isSolo, race, room, you } = this.replica;
    if (!room || !you) return;
    if (event?.t === "starting" && race && !isSolo) signalStart(this.session, race);
    void this.#renderResult();
    this.#renderHead(room);
    this.#renderMembers(room);
    this.#renderSettings(room);
  }

  async #renderResult() {
    if (!this.replica.race?.standings) return;
    if (!this.#result) {
      const { Result } = await load(import("./result.js"), "draw", "board", "board/board.css");
      this.#result ??= new Result(this.room.signal, this.room.session.seeds);
      this.#resultPlace.replaceChildren(this.#result.element);
    }
    this.#result.render(this.replica);
  }

  // The members

  /** The members who are here; bots always are. @returns {Member[]} */
  get #here() {
    const { present, room } = this.replica;
    const connected = new Set(present?.members);
    return room?.members.filter(({ id, bot }) => !!bot || connected.has(id)) ?? [];
  }

  /** Who invites to what, the rule in a line, and what to press. @param {RoomView} room */
  #renderHead(room) {
    const { settings } = room;
    const { isHost, isSolo, present, race } = this.replica;
    const isInvited = !isSolo && !isHost && !race;
    const waiting = this.#here.length < 2 ? "waitForOthers" : isHost ? "hostHelp" : "readyHelp";
    const spectators = present?.spectators ? ` ${t("watching", { n: present.spectators })}` : "";
    morph(
      this.#head,
      h("h1", {}, isInvited ? t("invitedBy", { name: hostName(this.replica) }) : this.title),
      !isSolo && !race && h("p", {}, settingsText(settings)[0]),
      isInvited && h("p", {}, h("b", {}, t(isTallScreen() ? "ruleLineTall" : "ruleLine"))),
      h(
        "div",
        { class: "row" },
        ...this.#startButtons(),
        button(t("how"), rulesLater, { class: "btn quiet big", "aria-haspopup": "dialog" }),
      ),
      !isSolo && h("p", { class: "small soft", role: "status" }, t(waiting), spectators),
      room.commitment &&
        button(t("fingerprint", { code: room.commitment.slice(0, 12) }), () => openDraw(room), {
          class: "btn quiet small",
          "aria-haspopup": "dialog",
        }),
    );
  }

  /** @param {RoomView} room */
  #renderMembers({ members, settings }) {
    const { isHost, isSolo } = this.replica;
    const { seats = DEFAULT_SEATS } = settings;
    const here = this.#here;
    this.#members.hidden = isSolo;
    morph(
      this.#members,
      h("h2", {}, t("playersOf", { n: members.length, seats })),
      h("ul", { class: "list" }, ...members.map((member) => this.#member(member, here.includes(member)))),
      isHost &&
        button(t("addBot"), () => this.#addBot(), {
          disabled: members.length >= seats,
          "aria-haspopup": "dialog",
        }),
      !isSolo && notifyButton(),
    );
  }

  /** The buttons that start a race, or say that one is ready for it; the bright one comes first. @returns {Child[]} */
  #startButtons() {
    const { isHost, isSolo, race, room, you } = this.replica;
    if (room?.daily?.ranked) return [];
    if (isSolo) return this.#soloButtons();
    const isAlone = !this.#here.some(({ id }) => id !== you?.id);
    const main = (/** @type {string} */ text, /** @type {() => void} */ action) =>
      button(text, action, { class: "btn main big" });
    if (isHost && race) return [main(t("rematch"), () => this.session.send({ t: "rematch" }))];
    const start = () => void this.session.send({ t: "start" });
    if (isHost && isAlone)
      return [main(t("invite"), () => this.#invite()), button(t("startAlone"), start, { class: "btn big" })];
    return [isHost && main(t("startNow"), start), this.#readyButton()];
  }

  #readyButton() {
    const { isHost, race, room, you } = this.replica;
    const { ready: isReady = false } = room?.members.find(({ id }) => id === you?.id) ?? {};
    return button(
      isReady ? [t("isReady"), " ✓"] : t(race ? "rematch" : "ready"),
      () => this.session.send({ t: "ready", ready: !isReady }),
      { class: `btn big${isReady || isHost ? "" : " main"}`, "aria-pressed": String(isReady) },
    );
  }

  /** @returns {Child[]} */
  #soloButtons() {
    const { race, room } = this.replica;
    const isFixedDeal = !!room?.daily || !!room?.ghost;
    return [
      button(t(isFixedDeal ? "onceMore" : "newDeal"), () => this.session.send({ t: "start" }), {
        class: "btn main big",
      }),
      race?.reveal &&
        !isFixedDeal &&
        button(t("sameAgain"), () => this.#playSameDeal(), { class: "btn big" }),
    ];
  }

  #playSameDeal() {
    const { room, race } = this.replica;
    if (!room || !race?.reveal) return;
    this.session.send({ t: "settings", settings: { ...room.settings, code: race.reveal.code } });
    this.session.send({ t: "start" });
  }

  /** @param {Member} member @param {boolean} isHere */
  #member(member, isHere) {
    const { id, name, ready = false, bot = 0 } = member;
    const { isHost, room, you } = this.replica;
    const isMe = id === you?.id;
    return h(
      "li",
      { "data-key": id, class: bot ? "bot" : "" },
      h("span", {
        class: `dot${isHere ? " online" : ""}`,
        role: "img",
        "aria-label": t(isHere ? "here" : "away"),
      }),
      h("b", { class: "grow" }, name, isMe && h("span", { class: "soft" }, ` ${t("you")}`)),
      id === room?.host && h("span", { class: "tag" }, t("host")),
      bot ? botTag(bot) : ready && h("span", { class: "tag ready" }, t("isReady")),
      isHost && !isMe && this.#hostButtons(member),
    );
  }

  /** What the host can do to another member. @param {Member} member */
  #hostButtons(member) {
    const { id, name, muted = false, bot = 0 } = member;
    const labelled = (/** @type {string} */ action) => ({
      class: "btn quiet small",
      "aria-label": `${action}: ${name}`,
    });
    const muteText = t(muted ? "unmute" : "mute");
    const mute = () => this.session.send({ t: "mute", player: id, muted: !muted });
    return h(
      "span",
      { class: "row" },
      !bot && button(muteText, mute, labelled(muteText)),
      button(t("kick"), () => this.#kick(member), labelled(t("kick"))),
    );
  }

  /** A bot can be added again, so there is no question. @param {Member} member */
  async #kick({ id, name, bot }) {
    if (bot || (await confirmed(t("kickSure", { name }), t("kick"))))
      this.session.send({ t: "kick", player: id });
  }

  #addBot() {
    void openBots((level) => this.session.send({ t: "addbot", level }));
  }

  async #leave() {
    if (await confirmed(t("leaveSure"), t("leave"))) this.session.send({ t: "leave" });
  }

  // The invitation

  #invite() {
    void shareLater(t("inviteText"), this.#url);
  }

  get #url() {
    return `${location.origin}/r/${this.room.code}`;
  }

  #invitation() {
    const { code } = this.room;
    const { isHost, race } = this.replica;
    const field = h("input", {
      readonly: true,
      value: this.#url,
      "aria-label": t("inviteLink"),
      class: "grow",
      onclick: () => field.select(),
    });
    const qr = h("img", { src: `/r/${code}/qr.svg`, alt: t("qr"), class: "qr", loading: "lazy" });
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, t("inviteLink")),
      h(
        "div",
        { class: "row" },
        field,
        button(t("share"), () => this.#invite()),
      ),
      // A new room has to be filled first.
      h("details", { open: isHost && !race }, h("summary", {}, t("qr")), qr),
      h(
        "p",
        { class: "small soft" },
        t("roomCode", { code }),
        " · ",
        h("a", { href: `/w/${code}`, target: "_blank" }, t("watchLink")),
      ),
    );
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
      h("h2", {}, t("rules")),
      h("ul", { class: "stack" }, ...settingsText(settings).map((text) => h("li", {}, text))),
      ...(isHost && !isSolo ? [lazySettingsForm(t("change"), settings, t("save"), save)] : []),
    );
  }
}
