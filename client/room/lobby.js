import { t, variantName } from "../i18n/index.js";
import { nameForm } from "../profile/name-form.js";
import { button, h, morph } from "../ui/dom.js";
import { confirmed, rulesLater, shareLater } from "../ui/lazy.js";
import { load } from "../ui/load.js";
import { botTag, openBots } from "./bots.js";
import { DEFAULT_SEATS, lazySettingsForm, settingsText } from "./settings.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Member, RoomView, Settings } from "../net/messages.js" */
/** @import { RoomReplica } from "./replica.js" */
/** @import { Result } from "./result.js" */
/** @import { Phase, PhaseContext } from "./screen.js" */

/** The room between races: its members, who is ready, the last result, the invitation, the settings. @implements {Phase} */
export class Lobby {
  isFixed = false;
  /** @type {Result | null} */ #result = null;
  #resultPlace = h("div", { class: "full-width stack" });
  #topStart = h("div");
  #members = h("section", { class: "panel" });
  #settings = h("section", { class: "panel" });
  /** The settings that are shown, as text. */ #shownSettings = "";

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    this.replica = room.session.replica;
    const { isSolo } = this.replica;
    this.element = h(
      "div",
      { class: "page two-columns" },
      h(
        "div",
        { class: "full-width row" },
        h("h1", { class: "grow" }, title(this.replica)),
        button(t("how"), rulesLater, { "aria-haspopup": "dialog" }),
        this.#topStart,
      ),
      !isSolo && this.#resultPlace,
      h(
        "div",
        { class: "stack" },
        isSolo && this.#resultPlace,
        this.#members,
        isSolo && this.#settings,
        !isSolo && h("section", { class: "panel" }, h("h2", {}, t("chat")), room.chat),
      ),
      h(
        "div",
        { class: "stack" },
        !isSolo && this.#invitation(),
        !isSolo && this.#settings,
        h("section", { class: "panel" }, h("h2", {}, t("yourName")), nameForm(room.signal)),
        !isSolo && button(t("leave"), () => this.#leave()),
      ),
    );
  }

  update() {
    const { room, you } = this.replica;
    if (!room || !you) return;
    void this.#renderResult();
    this.#renderMembers(room);
    this.#renderSettings(room);
  }

  async #renderResult() {
    if (!this.replica.race?.standings) return;
    if (!this.#result) {
      const { Result } = await load(import("./result.js"), "board", "board/board.css");
      this.#result ??= new Result(this.room.signal);
      this.#resultPlace.replaceChildren(this.#result.element);
    }
    this.#result.render(this.replica);
  }

  // The members

  /** @param {RoomView} room */
  #renderMembers({ members, settings }) {
    const { isHost, isSolo, present, race } = this.replica;
    const { seats = DEFAULT_SEATS } = settings;
    const connected = new Set(present?.members);
    const here = members.filter(({ id, bot }) => !!bot || connected.has(id));
    const startButtons = h("div", { class: "row" }, ...this.#startButtons(here));
    morph(this.#topStart, (race || isSolo) && startButtons);
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
      !race && startButtons,
      h(
        "p",
        { class: "small soft", role: "status" },
        members.length < 2 ? t("waitForOthers") : t(isHost ? "hostHelp" : "readyHelp"),
        present?.spectators ? ` ${t("watching", { n: present.spectators })}` : "",
      ),
    );
  }

  /** The buttons that start a race, or say that one is ready for it. @type {(here: Member[]) => Child[]} */
  #startButtons(here) {
    const { isHost, isSolo, race, room, you } = this.replica;
    if (room?.daily?.ranked) return [];
    if (isSolo) return this.#soloButtons();
    const { ready: isReady = false } = room?.members.find(({ id }) => id === you?.id) ?? {};
    const areOthersHere = here.some(({ id }) => id !== you?.id);
    return [
      race && isHost
        ? button(t("rematch"), () => this.session.send({ t: "rematch" }), { class: "btn main big" })
        : button(
            isReady ? [t("isReady"), " ✓"] : race ? t("rematch") : t("ready"),
            () => this.session.send({ t: "ready", ready: !isReady }),
            { class: `btn big${isReady ? "" : " main"}`, "aria-pressed": String(isReady) },
          ),
      !race &&
        isHost &&
        button(t(areOthersHere ? "startNow" : "startAlone"), () => this.session.send({ t: "start" }), {
          class: "btn big",
        }),
    ];
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

  #invitation() {
    const { code } = this.room;
    const url = `${location.origin}/r/${code}`;
    const { isHost, race } = this.replica;
    const field = h("input", {
      readonly: true,
      value: url,
      "aria-label": t("inviteLink"),
      class: "grow",
      onclick: () => field.select(),
    });
    const qr = h("img", { src: `/r/${code}/qr.svg`, alt: t("qr"), class: "qr", loading: "lazy" });
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, t("invite")),
      h(
        "div",
        { class: "row" },
        field,
        button(t("share"), () => shareLater(t("inviteText"), url), { class: "btn main" }),
      ),
      // A new room has to be filled first.
      h("details", { open: isHost && !race }, h("summary", {}, t("qr")), qr),
      h(
        "p",
        { class: "small soft" },
        t("watchLink"),
        " ",
        h("a", { href: `/w/${code}`, target: "_blank" }, `/w/${code}`),
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

/** @type {(replica: RoomReplica) => string} */
function title({ isSolo, room }) {
  const { code = "", daily, ghost } = room ?? {};
  if (ghost) return t("ghostRace");
  if (daily) return `${t(daily.ranked ? "daily" : "dailyPractice")}: ${variantName(daily.variant)}`;
  return isSolo ? t("solo") : t("roomTitle", { code });
}
