import { t } from "../i18n/index.js";
import { botTag } from "../view/bottag.js";
import { button, h, morph } from "../view/dom.js";
import { confirmed, shareLater } from "../view/lazy.js";
import { lazyRoomForm } from "../view/lazyform.js";
import { nameForm } from "../view/nameform.js";
import { withParts } from "../view/parts.js";
import { rulesText, variantName } from "../view/rulestext.js";

/** @import { Member } from "../net/messages.js" */
/** @import { RoomContext } from "./room.js" */

/** The room between races: who is there, who is ready, how the last race went, how to invite. */
class Lobby {
  isFixed = false;
  #result = h("div", { class: "all stack" });
  /** @type {import("./result.js").Result | null} */ #standings = null;
  #starter = h("div");
  #members = h("section", { class: "panel" });
  #settings = h("section", { class: "panel" });
  #shownSettings = "";

  /** @param {RoomContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    const { daily, ghost, settings } = this.session.sight.room ?? {};
    const isSolo = settings?.seats === 1;
    const title =
      daily && !ghost
        ? `${t(daily.ranked ? "daily" : "dailyPractice")}: ${variantName(daily.variant)}`
        : t(ghost ? "ghostRace" : isSolo ? "solo" : "roomTitle", { code: room.code });
    this.element = h(
      "div",
      { class: "page two" },
      h("div", { class: "all row" }, h("h1", { class: "grow" }, title), this.#starter),
      !isSolo && this.#result,
      h(
        "div",
        { class: "stack" },
        isSolo && this.#result,
        this.#members,
        isSolo && this.#settings,
        !isSolo && h("section", { class: "panel" }, h("h2", {}, t("chat")), room.chat),
      ),
      h(
        "div",
        { class: "stack" },
        !isSolo && this.#invitation(),
        !isSolo && this.#settings,
        h("section", { class: "panel" }, h("h2", {}, t("yourName")), nameForm()),
        !isSolo && button(t("leave"), () => this.#leave()),
      ),
    );
  }

  close() {}

  update() {
    void this.#showResult();
    this.#showMembers();
    this.#showSettings();
  }

  async #showResult() {
    if (!this.session.sight.race?.standings) return;
    if (!this.#standings) {
      const { Result } = await withParts(import("./result.js"), "board");
      this.#standings ??= new Result();
      this.#result.replaceChildren(this.#standings.element);
    }
    this.#standings.update(this.session.sight);
  }

  // Who is there

  /** Whether it is one's own and nothing has happened in it: the others have to be brought. */
  get #isNew() {
    return this.#isHost && !this.session.sight.race;
  }

  get #isHost() {
    const { room, you } = this.session.sight;
    return !!you && room?.host === you.id;
  }

  #showMembers() {
    const { room, you, present, race } = this.session.sight;
    if (!room || !you) return;
    const { members, settings } = room;
    const here = new Set(present?.members);
    const isHere = (/** @type {Member} */ { id, bot }) => !!bot || here.has(id);
    const isFull = members.length >= (settings.seats ?? 8);
    const isSolo = settings.seats === 1;
    const starters = h("div", { class: "row" }, ...this.#starters(members.filter(isHere)));
    morph(this.#starter, (race || isSolo) && starters);
    this.#members.hidden = isSolo;
    morph(
      this.#members,
      h("h2", {}, t("playersOf", { n: members.length, seats: settings.seats ?? 8 })),
      h("ul", { class: "list" }, ...members.map((member) => this.#member(member, isHere(member)))),
      this.#isHost &&
        button(t("addBot"), () => this.#addBot(), { disabled: isFull, "aria-haspopup": "dialog" }),
      !race && starters,
      h(
        "p",
        { class: "small soft", role: "status" },
        members.length < 2 ? t("waitForOthers") : t(this.#isHost ? "hostHelp" : "readyHelp"),
        present?.spectators ? ` ${t("watching", { n: present.spectators })}` : "",
      ),
    );
  }

  /** @param {Member[]} here */
  #starters(here) {
    const { room, you, race } = this.session.sight;
    const me = room?.members.find((member) => member.id === you?.id);
    const say = this.session;
    if (room?.daily?.ranked) return [];
    if (room?.settings.seats === 1)
      return [
        button(t(room.daily || room.ghost ? "onceMore" : "newDeal"), () => say.say({ t: "start" }), {
          class: "btn main big",
        }),
        race?.reveal &&
          !room.daily &&
          !room.ghost &&
          button(t("sameAgain"), () => this.#replay(), { class: "btn big" }),
      ];
    const isReady = !!me?.ready;
    const others = here.filter((member) => member.id !== you?.id);
    return [
      race && this.#isHost
        ? button(t("rematch"), () => say.say({ t: "rematch" }), { class: "btn main big" })
        : button(
            isReady ? [t("isReady"), " ✓"] : race ? t("rematch") : t("ready"),
            () => say.say({ t: "ready", ready: !isReady }),
            { class: `btn big${isReady ? "" : " main"}`, "aria-pressed": String(isReady) },
          ),
      !race &&
        this.#isHost &&
        button(t(others.length ? "startNow" : "startAlone"), () => say.say({ t: "start" }), {
          class: "btn big",
        }),
    ];
  }

  /** Plays the deal of the last game once more. */
  #replay() {
    const { room, race } = this.session.sight;
    if (!room || !race?.reveal) return;
    this.session.say({ t: "settings", settings: { ...room.settings, code: race.reveal.code } });
    this.session.say({ t: "start" });
  }

  /** @param {Member} member @param {boolean} isHere */
  #member({ id, name, ready = false, muted = false, bot = 0 }, isHere) {
    const { room, you } = this.session.sight;
    const isOther = id !== you?.id;
    return h(
      "li",
      { "data-key": id, class: bot ? "bot" : "" },
      h("span", {
        class: `dot${isHere ? " on" : ""}`,
        role: "img",
        "aria-label": t(isHere ? "here" : "away"),
      }),
      h("b", { class: "grow" }, name, !isOther && h("span", { class: "soft" }, ` ${t("you")}`)),
      id === room?.host && h("span", { class: "tag" }, t("host")),
      bot ? botTag(bot) : ready && h("span", { class: "tag yes" }, t("isReady")),
      this.#isHost && isOther && this.#powers(id, name, muted, bot),
    );
  }

  /** What a host can do to somebody. @type {(id: string, name: string, muted: boolean, bot: number) => HTMLElement} */
  #powers(id, name, muted, bot) {
    const named = (/** @type {string} */ action) => ({
      class: "btn quiet small",
      "aria-label": `${action}: ${name}`,
    });
    const mute = t(muted ? "unmute" : "mute");
    return h(
      "span",
      { class: "row" },
      !bot && button(mute, () => this.session.say({ t: "mute", player: id, muted: !muted }), named(mute)),
      button(t("kick"), () => this.#kick(id, name, bot), named(t("kick"))),
    );
  }

  /** A bot may come back: nobody asks twice. @param {string} player @param {string} name @param {number} bot */
  async #kick(player, name, bot) {
    if (bot || (await confirmed(t("kickSure", { name }), t("kick")))) this.session.say({ t: "kick", player });
  }

  async #addBot() {
    const { openBots } = await withParts(import("./bots.js"), "solver");
    openBots((level) => this.session.say({ t: "addbot", level }));
  }

  async #leave() {
    if (await confirmed(t("leaveSure"), t("leave"))) this.session.say({ t: "leave" });
  }

  // How to come in

  #invitation() {
    const url = `${location.origin}/r/${this.room.code}`;
    const field = h("input", {
      readonly: true,
      value: url,
      "aria-label": t("inviteLink"),
      class: "grow",
      onclick: () => field.select(),
    });
    const qr = h("img", { src: `/r/${this.room.code}/qr.svg`, alt: t("qr"), class: "qr", loading: "lazy" });
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
      h("details", { open: this.#isNew }, h("summary", {}, t("qr")), qr),
      h(
        "p",
        { class: "small soft" },
        t("watchLink"),
        " ",
        h("a", { href: `/w/${this.room.code}`, target: "_blank" }, `/w/${this.room.code}`),
      ),
    );
  }

  // What is set

  #showSettings() {
    const { room } = this.session.sight;
    if (!room) return;
    const key = JSON.stringify([room.settings, this.#isHost]);
    if (key === this.#shownSettings || this.#settings.contains(document.activeElement)) return;
    this.#shownSettings = key;
    const isSolo = room.settings.seats === 1;
    const save = (/** @type {import("../net/messages.js").Settings} */ settings) => {
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      this.session.say({ t: "settings", settings });
    };
    this.#settings.replaceChildren(
      h("h2", {}, t("rules")),
      h("ul", { class: "stack" }, ...rulesText(room.settings).map((text) => h("li", {}, text))),
      ...(this.#isHost && !isSolo ? [lazyRoomForm(t("change"), room.settings, t("save"), save)] : []),
    );
  }
}

/** @param {RoomContext} room */
export const lobby = (room) => new Lobby(room);
