import { t } from "../i18n/index.js";
import { newPlayer } from "../net/api.js";
import { go } from "../router.js";
import { keepRoom } from "../state/prefs.js";
import { Session } from "../state/session.js";
import { announce, button, byId, h, icon, link, toast } from "../view/dom.js";
import { problemText, sayRefusal } from "../view/problem.js";
import { Chat, saidText } from "./chat.js";

/** @import { Bye, Event } from "../net/messages.js" */
/** @import { LinkState } from "../net/socket.js" */
/** @import { Shell } from "../view/shell.js" */
/**
 * A part of the room's life on the screen.
 * @typedef {{ element: HTMLElement, isFixed: boolean, update: (event?: Event) => void, close: () => void }} Phase
 */

/** @type {{ [kind: string]: () => Promise<(room: RoomScreen) => Phase> }} */
const PHASES = {
  lobby: async () => (await import("./lobby.js")).lobby,
  race: async () => (await import("./race.js")).race,
  wall: async () => (await import("./wall.js")).wall,
};
/** Who waits in the lobby gets what the race needs meanwhile (ms). */
const FETCH_AHEAD_MS = 2500;
const AGAIN_MS = 1000;
/** How long the last board stays before the result (ms). */
const LINGER_MS = 2200;

class RoomScreen {
  /** @type {Phase | null} */ #phase = null;
  #phaseKey = "";
  #lingersUntil = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #unread = 0;
  #isClosed = false;
  /** Whether the next race of a solo room is to start by itself. */ startsNext = true;
  #state = h("p", { class: "link-state", role: "status", hidden: true });
  #place = h("div", { class: "grow" });

  /** @param {Shell} shell @param {string} code @param {boolean} watches */
  constructor(shell, code, watches) {
    this.shell = shell;
    this.code = code;
    this.watches = watches;
    this.session = new Session(
      code,
      watches,
      (event) => this.#hear(event),
      (state, bye) => this.#told(state, bye),
    );
    this.chat = new Chat(this.session);
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
    if (event.t === "said") this.#said(event);
    if (event.t === "welcome" || event.t === "said" || event.t === "room") this.chat.update();
    this.#startSolo();
    this.#choose();
    this.#phase?.update(event);
  }

  /** A solo room has nobody to wait for: it starts with the first deal, and when a new one is wanted. */
  #startSolo() {
    const { isRacing, race, room, you } = this.session.sight;
    if (room?.settings.seats !== 1 || !you?.playing || isRacing || !this.startsNext) return;
    const isWanted = !race || this.#phaseKey;
    this.startsNext = false;
    if (isWanted && this.session.link.state === "open") this.session.say({ t: "start" });
  }

  /** @param {Extract<Event, { t: "refused" }>} refused */
  #refused({ command, code, message }) {
    if (command !== "act" || this.session.rolledBack) sayRefusal(code, message);
  }

  /** @param {Extract<Event, { t: "said" }>} said */
  #said(said) {
    if (said.player === this.session.sight.you?.id) return;
    const text = `${said.name}: ${saidText(said)}`;
    if (this.chat.element.isConnected && this.chat.element.checkVisibility()) return announce(text);
    toast(text);
    this.badge.textContent = String(++this.#unread);
    this.badge.hidden = false;
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
    const plays = you.playing && race?.seats.some((seat) => seat.player === you.id);
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
    this.#phase?.close();
    this.shell.hud.replaceChildren();
    this.#phase = make(this);
    this.shell.fix(this.#phase.isFixed);
    this.shell.title(t("roomTitle", { code: this.code }));
    this.#place.replaceChildren(this.#phase.element);
    this.#phase.update();
    this.chat.update();
    scrollTo(0, 0);
    if (kind === "lobby") setTimeout(() => void PHASES.race().catch(() => {}), FETCH_AHEAD_MS);
  }

  async #openChat() {
    const { openDialog } = await import("../view/dialog.js");
    this.#unread = 0;
    this.badge.hidden = true;
    const before = this.chat.element.parentElement;
    const dialog = openDialog(t("chat"), this.chat.element);
    this.chat.update();
    dialog.addEventListener("close", () => before?.isConnected && before.append(this.chat.element));
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
  async #sentAway({ code, message }) {
    if (code === "no_identity" && (await newPlayer().catch(() => null))) return go(location.pathname);
    if (code === "left") {
      keepRoom(null);
      return go("/");
    }
    if (code === "players_cannot_watch") return go(`/r/${this.code}`);
    this.#phase?.close();
    this.#phase = null;
    this.shell.fix(false);
    this.shell.hud.replaceChildren();
    const canWatch = code === "room_full" || code === "room_locked";
    this.#place.replaceChildren(
      h(
        "div",
        { class: "page" },
        h(
          "section",
          { class: "panel" },
          h("h1", {}, t("sorry")),
          h("p", {}, problemText(code, message)),
          h(
            "p",
            { class: "row" },
            canWatch && link(`/w/${this.code}`, t("watchNow"), { class: "btn main" }),
            link("/", t("home"), { class: "btn" }),
          ),
        ),
      ),
    );
  }
}

/** @typedef {RoomScreen} RoomContext */

/** @type {import("../router.js").Screen} */
export default function room(shell, code, mode) {
  const screen = new RoomScreen(shell, code.toUpperCase(), mode === "watch");
  return () => screen.close();
}
