import { t } from "../i18n/index.js";
import { DEFAULTS } from "../net/protocol.js";
import { nameQuestion } from "../people/name-form.js";
import { playerColours } from "../people/names.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { isTallScreen } from "../ui/browser.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { load, loadExtra, loadStyles, once } from "../ui/load.js";
import { opener, stack } from "../ui/parts.js";
import { isMarked } from "../ui/preferences.js";
import { later } from "../ui/timers.js";
import "./chat.js"; // the room shows it at once
import { faceOf } from "./faces.js";
import { invitation } from "./invitation.js";
import { openBots } from "./members.js";
import { rulesLine } from "./settings.js";
import { hasOthers, isFull, membersHere, playersOf, roomTitle, startButtons } from "./start-buttons.js";

/** @import { RoomMenu } from "./room-menu.js" */

/** How many places are shown at least, taken or free: a row of them, or two on a phone. */
const FACES = 4;
const MANY_FACES = 8;
/** When the board to warm up on is loaded: the people come first (ms). */
const WARM_UP_DELAY_MS = 2000;
/** Where the invitation and the rules stand beside the people. */
const COLUMNS = "(min-width: 900px)";
/** Screens on which the buttons that start the race are in view below a board. */
const HIGH = "(min-height: 700px)";

/** The room between races: the people, the ways to start the race, a board to warm up on; then the invitation, the rules, the score. @implements {Phase} */
export default class Lobby {
  isFixed = false;
  #head = h("header.lobby-head");
  #faces = h("ul.faces", { "aria-label": t("players") });
  #actions = stack();
  #rules = h("section.panel.rules-line");
  #series = h("section.series-of-room", { hidden: true });
  #warmUpPlace = h("div", h("section.felt.warm-up", h("p", h("b", t("warmUp"))), h("div.stage")));
  /** Loaded after the first race. @type {typeof import("./series.js").seriesScore | undefined} */ #seriesScore;
  /** The variant of the board to warm up on, once that is there. */ #warmUpVariant = "";
  /** Since it was opened. @type {RoomMenu | undefined} */ #menu;

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.session = room.session;
    this.replica = room.session.replica;
    const { isSolo } = this.replica;
    const asks = this.#isInvited && !isMarked("named");
    const warmsUpFirst = this.#isInvited && !asks && matchMedia(HIGH).matches;
    const hasColumns = matchMedia(COLUMNS).matches;
    this.element = h(
      "div",
      { class: `page wide lobby${this.#isInvited ? " invited" : ""}` },
      h(
        "div.people-first",
        this.#head,
        !isSolo && this.#faces,
        asks && nameQuestion(room.signal),
        warmsUpFirst && this.#warmUpPlace,
        this.#actions,
        !warmsUpFirst && (hasColumns || asks) && this.#warmUpPlace,
      ),
      !isSolo &&
        h(
          "div.besides",
          invitation(room.code),
          this.#friends(room.signal),
          this.#rules,
          this.#series,
          !warmsUpFirst && !hasColumns && !asks && this.#warmUpPlace,
          h("section.panel.chat-beside", room.chat),
        ),
    );
    this.#warmUpPlace.hidden = isSolo;
    if (!isSolo) later(WARM_UP_DELAY_MS, this.#addWarmUp, room.signal);
  }

  /** The friends who can be invited. @param {AbortSignal} signal */
  #friends(signal) {
    const place = h("section.panel", { hidden: true });
    if (isMarked("friends"))
      loadExtra(import("./friends.js"), (module) => module.showInvites(place, this.replica, signal));
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
    this.#renderHead();
    this.#renderFaces(room);
    this.#renderActions();
    this.#renderRules(room);
    this.#renderSeries();
    this.#menu?.update();
    if (this.#warmUpVariant && this.#warmUpVariant !== variantNameOf(room)) this.#showWarmUp();
  }

  #renderHead() {
    const { hostName, present } = this.replica;
    const n = membersHere(this.replica).length;
    const title = this.#isInvited
      ? t("invitedBy", { name: hostName })
      : n > 1
        ? t("peopleHere", { n })
        : this.title;
    morph(
      this.#head,
      h("h1", title),
      this.#isInvited &&
        !isMarked("lessons") &&
        h("p.small", t(isTallScreen() ? "ruleLineTall" : "ruleLine")),
      !!present?.spectators && h("span.small.soft", t("watching", { n: present.spectators })),
    );
  }

  /** Draw the people who are here, and free places. @param {wire.RoomView} room */
  #renderFaces({ members, settings }) {
    const { isHost, self } = this.replica;
    const here = membersHere(this.replica);
    const colours = playerColours(members.map(({ id }) => id));
    const n = playersOf(members).length;
    const { seats = DEFAULTS.seats } = settings;
    const free = Math.max(0, Math.min(seats, n < FACES ? FACES : MANY_FACES) - n);
    const adds = isHost && !isFull(this.replica);
    const addBot = () => openBots((level) => this.session.send({ t: "addbot", level }));
    if (settings.teams) loadStyles("room/teams.css").catch(() => {});
    this.#faces.classList.toggle("met", here.filter(({ bot }) => !bot).length > 1);
    morph(
      this.#faces,
      ...members.map((member) =>
        faceOf(this.session, member, colours.get(member.id) ?? 0, here.includes(member) || member === self),
      ),
      adds && h("li.adds", opener([h("span.avatar.free", "+"), h("small", t("addBot"))], addBot, "")),
      ...Array.from({ length: free - Number(adds) }, () =>
        h("li.empty", { "aria-hidden": "true" }, h("span.avatar.free"), h("small", t("freeSeat"))),
      ),
    );
  }

  /** Draw the buttons that start the race, and the reason why it waits. */
  #renderActions() {
    const { isHost, isSolo, race } = this.replica;
    const waiting = !hasOthers(this.replica) ? "waitForOthers" : isHost ? "hostHelp" : "readyHelp";
    morph(
      this.#actions,
      h(
        "div.actions",
        ...startButtons(this.room),
        race?.standings && button(t("toResult"), () => this.room.openLobby(false), "btn big"),
      ),
      !isSolo && h("p.small.soft", { role: "status" }, t(waiting)),
    );
  }

  /** The rules in a line, and the ways to rarer settings and actions. @param {wire.RoomView} room */
  #renderRules({ settings }) {
    morph(
      this.#rules,
      h("p.grow", ...rulesLine(settings)),
      h(
        "span.row",
        this.replica.isHost && opener(t("change"), () => this.#changeSettings(settings)),
        opener(icon("more"), () => this.#openMenu(), "btn icon", t("more")),
      ),
    );
  }

  /** @param {wire.Settings} settings */
  async #changeSettings(settings) {
    const [{ settingsForm }, { openDialog }] = await Promise.all([
      import("./settings-form.js"),
      import("../ui/dialog.js"),
    ]);
    const save = (/** @type {wire.Settings} */ changed) => {
      dialog.close();
      this.session.send({ t: "settings", settings: changed });
    };
    const dialog = openDialog(t("rules"), settingsForm(settings, t("save"), save));
  }

  async #openMenu() {
    const { RoomMenu } = await import("./room-menu.js");
    this.room.signal.throwIfAborted();
    this.#menu = new RoomMenu(this.room);
  }

  #renderSeries() {
    if (this.replica.room?.series) void this.#addSeries();
    const score = this.#seriesScore?.(this.replica);
    this.#series.hidden = !score;
    morph(this.#series, score);
  }

  #addSeries = once(
    () => load(import("./series.js"), "room/series.css"),
    ({ seriesScore }) => {
      this.#seriesScore = seriesScore;
      this.#renderSeries();
    },
  );

  // The board to warm up on

  #addWarmUp = once(
    () => load(import("./warm-up.js"), "board/board.css"),
    ({ warmUp }) => {
      this.#newWarmUp = warmUp;
      this.#showWarmUp();
    },
  );
  /** Loaded once the room is there. @type {typeof import("./warm-up.js").warmUp | undefined} */ #newWarmUp;

  #showWarmUp() {
    const { room } = this.replica;
    if (!room || !this.#newWarmUp || this.room.signal.aborted) return;
    this.#warmUpVariant = variantNameOf(room);
    this.#warmUpPlace.replaceChildren(this.#newWarmUp(this.#warmUpVariant, this.room.signal));
  }
}

/** @param {wire.RoomView} room */
const variantNameOf = ({ settings }) => settings.variant?.name ?? DEFAULT_VARIANT;
