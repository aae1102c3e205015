import { t } from "../i18n/index.js";
import { keepRoom } from "../state/prefs.js";
import { Session } from "../state/session.js";
import { announce, button, byId, h, icon, toast } from "../view/dom.js";
import { dialogLater } from "../view/lazy.js";
import { withParts } from "../view/parts.js";
import { sayRefusal } from "../view/problem.js";

/** @import { Bye, Event } from "../net/messages.js" */
/** @import { LinkState } from "../net/socket.js" */
/** @import { OwnGame } from "../state/own.js" */
/** @import { Shell } from "../view/shell.js" */
/** @import { Chat } from "./chat.js" */
/**
 * A part of the room's life on the screen.
 * @typedef {{ element: HTMLElement, isFixed: boolean, update: (event?: Event) => void, close: () => void }} Phase
 */

/** @type {{ [kind: string]: () => Promise<(room: RoomScreen) => Phase> }} */
const PHASES = {
  lobby: async () => (await withParts(import("./lobby.js"), "pages")).lobby,
  race: async () => (await withParts(import("./race.js"), "board")).race,
  wall: async () => (await withParts(import("./wall.js"), "pages", "board")).wall,
};
/** Who waits in the lobby gets what the race needs meanwhile (ms). */
const FETCH_AHEAD_MS = 2500;
const AGAIN_MS = 1000;
/** How long the last board stays before the result (ms). */
const LINGER_MS = 2200;

/** A room: the connection, and on the screen the part of its life that is now. */
export class RoomScreen {
  /** @type {Phase | null} */ #phase = null;
  #phaseKey = "";
  #lingersUntil = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #unread = 0;
  #isClosed = false;
  /** Whether the next race of a solo room is to start by itself. @type {boolean | undefined} */ startsNext;
  #state = h("p", { class: "link-state", role: "status", hidden: true });
  #place = h("div", { class: "grow" });
  /** Where the chat is: it comes when it is needed. */ chat = h("div", { class: "chat" });
  /** @type {Chat | undefined} */ #chat;

  /** @param {Shell} shell @param {string} code @param {typeof OwnGame | null} Own null: only to watch */
  constructor(shell, code, Own) {
    this.shell = shell;
    this.code = code;
    this.watches = !Own;
    this.session = new Session(
      code,
      Own,
      (event) => this.#hear(event),
      (state, bye) => this.#told(state, bye),
    );
    this.badge = h("span", { class: "n", hidden: true });
    shell.tools.append(
      button([icon("i-chat"), this.badge], () => this.#openChat(), {
        class: "btn quiet icon",
        "aria-label": t("chat"),
      }),
    );
    byId("main").append(this.#state, this.#place);
    byId("main").classList.add("column");
    const hurry = () => document.visibilityState === "visible" && this.session.link.hurry();
    const gone = () => this.session.link.renew();
    this.listeners = /** @type {[EventTarget, string, () => void][]} */ ([
      [window, "online", hurry],
      [window, "offline", gone],
      [document, "visibilitychange", hurry],
    ]);
    for (const [target, name, listener] of this.listeners) target.addEventListener(name, listener);
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    byId("main").classList.remove("column");
    for (const [target, name, listener] of this.listeners) target.removeEventListener(name, listener);
    this.#phase?.close();
    this.session.link.close();
  }

  /** @param {Event} event */
  #hear(event) {
    if (event.t === "welcome" && !this.watches) keepRoom(this.code);
    if (event.t === "refused") this.#refused(event);
    if (event.t === "said") void this.#said(event);
    if (event.t === "welcome" || event.t === "said" || event.t === "room") this.#chat?.update();
    this.#startSolo();
    this.#choose();
    this.#phase?.update(event);
  }

  /** A solo room has nobody to wait for: it starts with the first deal, and when a new one is wanted. */
  #startSolo() {
    const { isRacing, race, room, you } = this.session.sight;
    if (room?.settings.seats !== 1 || !you?.seated) return;
    this.startsNext ??= !race;
    if (isRacing || !this.startsNext) return;
    this.startsNext = !this.session.say({ t: "start" });
  }

  /** @param {Extract<Event, { t: "refused" }>} refused */
  #refused({ command, code, message }) {
    if (command !== "act" || this.session.rolledBack) void sayRefusal(code, message);
  }

  // The chat

  /** During a race only when something has been said. */
  get #needsChat() {
    const { chat, room } = this.session.sight;
    return room?.settings.seats !== 1 && (chat.length > 0 || !this.#phase?.isFixed);
  }

  async #loadChat() {
    const module = await withParts(import("./chat.js"), "chat").catch(() => null);
    if (module) this.#chat ??= new module.Chat(this.session, this.chat);
    return this.#chat;
  }

  /** @param {Extract<Event, { t: "said" }>} said */
  async #said(said) {
    if (said.player === this.session.sight.you?.id) return;
    const text = `${said.name}: ${(await this.#loadChat())?.textOf(said)}`;
    if (this.chat.isConnected && this.chat.checkVisibility()) return announce(text);
    toast(text);
    this.badge.textContent = String(++this.#unread);
    this.badge.hidden = false;
  }

  async #openChat() {
    this.#unread = 0;
    this.badge.hidden = true;
    await this.#loadChat();
    const before = this.chat.parentElement;
    const dialog = await dialogLater(t("chat"), this.chat);
    this.#chat?.update();
    dialog.addEventListener("close", () => before?.isConnected && before.append(this.chat));
  }

  /** The last board stays for a moment. */
  linger() {
    this.#lingersUntil = performance.now() + LINGER_MS;
    this.#timer = setTimeout(() => this.#choose(), LINGER_MS + 20);
  }

  /** Shows the part of the room's life that is now. */
  #choose() {
    const { sight } = this.session;
    if (!sight.room || !sight.you) return;
    const { race, you } = sight;
    this.shell.tools.hidden = sight.room.settings.seats === 1;
    const lingers = performance.now() < this.#lingersUntil;
    const races = race && (!race.standings || lingers);
    const plays = you.seated && race?.seats.some((seat) => seat.player === you.id);
    const isOver = !lingers && this.session.own?.shown.isOver;
    const kind = races && plays && !isOver ? "race" : this.watches || races ? "wall" : "lobby";
    const key = kind === "race" ? `race ${race?.id}` : kind;
    if (key === this.#phaseKey) return;
    this.#phaseKey = key;
    void this.#enter(kind, key);
  }

  /** @param {keyof typeof PHASES} kind @param {string} key */
  async #enter(kind, key) {
    const make = await PHASES[kind]().catch(() => null);
    if (key !== this.#phaseKey || this.#isClosed) return;
    if (!make) {
      this.#phaseKey = "";
      setTimeout(() => this.#choose(), AGAIN_MS);
      return;
    }
    this.#leavePhase();
    this.#phase = make(this);
    this.shell.fix(this.#phase.isFixed);
    this.shell.title(t("roomTitle", { code: this.code }));
    this.#show(this.#phase.element);
    this.#phase.update();
    if (this.#needsChat) void this.#loadChat();
    if (kind === "lobby") setTimeout(() => void PHASES.race().catch(() => {}), FETCH_AHEAD_MS);
  }

  /** @param {LinkState} state @param {Bye | null} bye */
  #told(state, bye) {
    const isLost = state === "waiting" || (state === "connecting" && !!this.session?.sight.room);
    this.#state.hidden = !isLost;
    this.#state.textContent = isLost ? t("reconnecting") : "";
    if (state === "open") this.#phase?.update();
    if (state === "closed" && bye) void this.#sentAway(bye);
  }

  /** @param {Bye} bye */
  async #sentAway(bye) {
    const { away } = await withParts(import("./away.js"), "pages");
    const element = await away(bye, this.code);
    if (!element || this.#isClosed) return;
    this.#leavePhase();
    this.#phase = null;
    this.shell.fix(false);
    this.#show(element);
  }

  #leavePhase() {
    this.#phase?.close();
    this.shell.hud.replaceChildren();
  }

  /** The focus does not get lost with what goes: it is on the page then. @param {HTMLElement} element */
  #show(element) {
    const { activeElement, body } = document;
    this.#place.replaceChildren(element);
    if (activeElement === body || !activeElement?.isConnected) byId("main").focus();
    scrollTo(0, 0);
  }
}

/** @typedef {RoomScreen} RoomContext */
