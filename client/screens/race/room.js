import { t } from "../../i18n/index.js";
import { phaseOf } from "../../race/phase.js";
import { RoomSession } from "../../race/session.js";
import { button, byId, focusPage, h, icon } from "../../ui/dom.js";
import { load } from "../../ui/load.js";
import { keepRoom } from "../../ui/preferences.js";
import { errorText, toastProblem } from "../../ui/say.js";
import { later, onAbort } from "../../ui/timers.js";
import { PHASES } from "./phases.js";

/** @import { ConnectionState } from "../../net/connection.js" */
/** @import { PhaseKind } from "../../race/phase.js" */
/** @import { PredictedGame } from "../../race/predicted-game.js" */
/** @import { Outcome } from "../../race/session.js" */
/** @import { Chat } from "../../room/chat.js" */
/** @import { PhaseModule } from "./phases.js" */

/** When a room in which somebody waits loads the modules that may be needed next (ms). */
const PRELOAD_DELAY_MS = 2500;
/** When a phase that could not be loaded is tried again (ms). */
const RETRY_DELAY_MS = 1000;
/** How long the last board stays before the result, unless it is tapped, and at the least (ms). */
const LINGER_MS = 2700;
const MIN_LINGER_MS = 400;

/** A room: the session, and the phase of its life that is on the screen. */
export class RoomScreen {
  /** Everything about the room on the screen that the session does not know. */
  #state = {
    /** Which phase is shown or being loaded, and of which race. */ phase: "",
    /** Whether the last board stays, although the race is over. */ lingers: false,
    /** Whether the next race of a solo room is to start by itself. @type {boolean | undefined} */
    startsNext: undefined,
    /** Whether the lobby is shown between races, or the result; undefined: as fits. @type {boolean | undefined} */
    wantsLobby: undefined,
    /** The rules of a game that is about to begin: its deck lies ready. @type {wire.VariantChoice | null} */
    deals: null,
    /** Whether the server is slow to store actions. */ isStoringSlow: false,
  };
  /** @type {Phase | null} */ #phase = null;
  #phaseEnd = new AbortController();
  /** @type {Chat | undefined} */ #chat;
  #connectionState = h("p.connection-state", { role: "status", hidden: true });
  #place = h("div.grow");
  #chatPlace = h("div.chat");
  #badge = h("span.badge", { hidden: true });

  /**
   * @param {Page} page @param {string} code @param {typeof PredictedGame | null} OwnGame null: be a spectator
   * @param {PhaseModule | null} [deck] to show at once
   */
  constructor({ shell, signal }, code, OwnGame, deck) {
    this.shell = shell;
    this.signal = signal;
    this.code = code;
    this.isSpectator = !OwnGame;
    const main = byId("main");
    main.append(this.#connectionState, this.#place);
    main.classList.add("column");
    onAbort(signal, () => main.classList.remove("column"));
    onAbort(signal, () => this.#leavePhase());
    const label = { class: "btn quiet icon chat-opener", "aria-label": t("chat") };
    const open = () => this.#loadChat().then((chat) => chat.open());
    shell.tools.append(button([icon("chat"), this.#badge], open, label));
    this.session = new RoomSession(code, {
      OwnGame,
      signal,
      onEvent: (event, outcome) => this.#onEvent(event, outcome),
      onState: (state, bye) => this.#onConnection(state, bye),
    });
    this.#followNetwork();
    if (deck) this.#showDeck(deck);
  }

  /** Show the deck of a game that was just asked for, until the room is there. It is not shown again after a reload. @param {PhaseModule} deck */
  #showDeck(deck) {
    this.#state.deals = history.state.deals;
    history.replaceState(null, "");
    this.shell.tools.hidden = true;
    this.#state.phase = "deck";
    this.#enter(deck);
  }

  #followNetwork() {
    const { signal } = this;
    const wake = () => document.hidden || this.session.connection.wake();
    window.addEventListener("online", wake, { signal });
    window.addEventListener("pageshow", wake, { signal });
    for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, wake, { signal });
    window.addEventListener("offline", () => this.session.connection.reconnect(), { signal });
  }

  /** @param {wire.Event} event @param {Outcome} outcome */
  #onEvent(event, { rolledBack, hasLost }) {
    if (hasLost) void toastProblem("history_lost");
    if (event.t === "welcome" || event.t === "notice") this.#showStoring(event);
    if (event.t === "notice") dispatchEvent(new CustomEvent("notice", { detail: event }));
    if (event.t === "welcome" && !this.isSpectator) keepRoom(this.code);
    // A race that was wished for twice has begun: that is seen.
    if (event.t === "refused" && (event.command !== "act" || rolledBack) && event.code !== "race_running")
      void toastProblem(event.code, event.message);
    if (event.t === "said") this.#preloadChat((chat) => chat.receive(event));
    if (event.t === "welcome" || event.t === "said" || event.t === "room") this.#chat?.render();
    if (event.t === "starting") this.#state.wantsLobby = undefined;
    this.#startSolo(event);
    this.#choosePhase();
    this.#phase?.update(event);
  }

  /** A solo room starts by itself: its first race, and each that is asked for. Until then, its deck is shown. @param {wire.Event} [event] */
  #startSolo(event) {
    const { isRacing, isSolo, race, room, you } = this.session.replica;
    const state = this.#state;
    const isRefused = event?.t === "refused" && event.command === "start";
    if (isRacing || isRefused || !isSolo) state.deals = null;
    if (!isSolo || !you?.seated) return;
    state.startsNext ??= !race;
    // A start that was lost with the connection is sent again.
    if (event?.t === "welcome" && state.deals) state.startsNext = true;
    if (isRacing || !state.startsNext) return;
    state.deals = room?.settings.variant ?? {};
    state.startsNext = !this.session.send({ t: "start" });
  }

  // The connection

  /** The server says when it is slow to store, and a welcome is followed by that. @param {wire.Welcome | wire.Notice} event */
  #showStoring(event) {
    if (event.t === "notice" && !event.code.startsWith("storing")) return;
    this.#state.isStoringSlow = event.t === "notice" && event.code === "storing_slow";
    this.#showConnection();
  }

  #showConnection() {
    const { connection, replica } = this.session;
    const isLost = connection.state === "waiting" || (connection.state === "connecting" && !!replica.room);
    const text = isLost ? t("reconnecting") : this.#state.isStoringSlow ? t("storingSlow") : "";
    const kept = replica.ownGame ? ` ${t("movesKept")}` : "";
    this.#connectionState.hidden = !text;
    this.#connectionState.textContent = text && text + kept;
    if (connection.state === "waiting" && connection.bye?.retry_after_s) void this.#showFull(connection.bye);
  }

  /** The server is full, or this network is: say so while it is waited for. @param {wire.Bye} bye */
  async #showFull(bye) {
    const text = await errorText(bye.code, bye.message);
    if (this.session.connection.bye === bye) this.#connectionState.textContent = text;
  }

  /** @param {ConnectionState} state @param {wire.Bye | null} bye */
  #onConnection(state, bye) {
    if (this.session) this.#showConnection();
    if (state === "open") this.#phase?.update();
    if (state === "closed" && bye) void this.#onBye(bye);
  }

  /** @param {wire.Bye} bye */
  async #onBye(bye) {
    const { closed } = await load(import("../../room/closed.js"), "ui/page.css");
    const element = await closed(bye, this.code, this.session.replica, this.signal);
    if (!element || this.signal.aborted) return;
    this.#leavePhase();
    this.shell.fix(false);
    this.#show(element);
  }

  // The chat: in the lobby at once, elsewhere when something was said or is to be said

  get #needsChat() {
    const { chat, isSolo } = this.session.replica;
    return !isSolo && (chat.length > 0 || (this.#state.phase === "lobby" && !this.isSpectator));
  }

  async #loadChat() {
    const { Chat } = await load(import("../../room/chat.js"), "room/chat.css");
    this.#chat ??= new Chat(this.session, this.#chatPlace, this.#badge, () => this.#phase?.update());
    return this.#chat;
  }

  /** Nobody has asked for it: without a network, there is none for now. @param {(chat: Chat) => void} [use] */
  #preloadChat(use) {
    this.#loadChat().then(use, () => {});
  }

  // The phases

  #choosePhase() {
    const { replica, own } = this.session;
    if (!replica.room || !replica.you) return;
    const isOver = own?.isOver ?? false;
    const kind = this.#state.deals
      ? "deck"
      : phaseOf(replica, { ...this.#state, isOver, isSpectator: this.isSpectator });
    const phase = kind === "race" ? `race ${replica.race?.id}` : kind;
    if (phase === this.#state.phase) return;
    this.shell.tools.hidden = replica.isSolo;
    this.#state.phase = phase;
    void this.#enterPhase(kind, phase);
  }

  /** @param {PhaseKind} kind @param {string} phase */
  async #enterPhase(kind, phase) {
    const module = await PHASES[kind]().catch(() => null);
    if (phase !== this.#state.phase || this.signal.aborted) return;
    if (!module) {
      this.#state.phase = "";
      return later(RETRY_DELAY_MS, () => this.#choosePhase(), this.signal);
    }
    this.#enter(module);
    // The modules that the race needs, and the actions on others.
    const preload = () => {
      this.#preloadChat();
      if (!this.isSpectator) PHASES.race().catch(() => {});
    };
    if (!this.session.replica.isSolo) later(PRELOAD_DELAY_MS, preload, this.signal);
  }

  /** @param {PhaseModule} module */
  #enter({ default: Phase }) {
    this.#leavePhase(this.#state.phase.replace(/ .*/, ""));
    this.#phaseEnd = new AbortController();
    const { daily, isSolo, race } = this.session.replica;
    const entered = new Phase(this.#context(), /** @type {wire.RaceView} */ (race));
    this.#phase = entered;
    this.shell.fix(entered.isFixed, daily || isSolo ? "play" : null);
    this.shell.title(entered.title);
    this.#show(entered.element);
    entered.update();
    if (this.#needsChat) this.#preloadChat();
    if (this.#state.phase === "deck") PHASES.race().catch(() => {});
  }

  /** @returns {PhaseContext} */
  #context() {
    const { code, isSpectator, session, shell } = this;
    return {
      code,
      isSpectator,
      session,
      shell,
      signal: this.#phaseEnd.signal,
      deals: this.#state.deals ?? {},
      chat: this.#chatPlace,
      linger: () => this.#linger(),
      openLobby: (wantsLobby) => {
        this.#state.wantsLobby = wantsLobby;
        this.#choosePhase();
      },
      startNext: () => {
        this.#state.startsNext = true;
        this.#startSolo();
      },
    };
  }

  #linger() {
    this.#state.lingers = true;
    const end = () => {
      this.#state.lingers = false;
      this.#choosePhase();
    };
    later(LINGER_MS, end, this.signal);
    // Not by the tap that has ended the game.
    const stage = this.#phase?.element.querySelector(".stage");
    later(MIN_LINGER_MS, () => stage?.addEventListener("click", end, { once: true }), this.signal);
  }

  /** The page has the name of the coming phase: with `:has()`, each move would cost a look at all of the page. @param {string} [next] */
  #leavePhase(next = "") {
    this.#phaseEnd.abort();
    this.#phase = null;
    document.body.dataset.phase = next;
    this.shell.tools.classList.remove("open");
    this.shell.hud.replaceChildren();
  }

  /** Show an element. The focus is not lost with the previous one: then it is on the page. @param {HTMLElement} element */
  #show(element) {
    this.#place.replaceChildren(element);
    // Once all is there: to focus something lays out the page.
    requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement === body || !activeElement?.isConnected) focusPage();
    });
    scrollTo(0, 0);
  }
}
