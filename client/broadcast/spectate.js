import { ordinalText, t } from "../i18n/index.js";
import { awaitedText } from "../race/absence.js";
import { limitText } from "../race/state.js";
import { button, h, icon, link, morph } from "../ui/dom.js";
import { load, once } from "../ui/load.js";
import { every, later } from "../ui/timers.js";
import { Broadcast } from "./broadcast.js";
import { BroadcastView, clockText, delayText, pickedBy } from "./view.js";

/** @import { AudiencePanel } from "./audience.js" */
/** @typedef {{ element: HTMLElement, render: () => void }} Between a view while no race is shown */

const TICK_MS = 500;
/** The time between two steps: changes in between are drawn together (ms). */
const STEP_MS = 150;
/** When the audience is loaded: the race comes first (ms). */
const AUDIENCE_DELAY_MS = 1500;
/** How long the result is read before a rematch that was wished for during the race is offered (ms). */
const REMATCH_DELAY_MS = 2000;

/** A race as a broadcast, as late as the room wants it, and then its result. @implements {Phase} */
export default class Spectate {
  isFixed = false;
  #isScheduled = false;
  /** When the last step was (ms). */ #steppedAt = -Infinity;
  /** The views while no race is shown: the room before its first one, and the result. Loaded when it is needed. @type {{ waiting: Between, result: Between } | null} */ #between =
    null;
  #betweenPlace = h("div");
  #heading;
  #status;
  #skip;
  /** The ways on for a player whose game has ended before those of others. */
  #stillOn = h("div.row.still-on", { hidden: true });
  #wantsRematch = false;
  #badge = h("span.badge", { hidden: true });
  #audienceButton = button([icon("chat"), this.#badge], async () => (await this.#loadAudience()).toggle(), {
    class: "btn quiet icon",
    "aria-label": t("audience"),
    "aria-expanded": "false",
  });
  /** Loaded a moment later. @type {AudiencePanel | undefined} */ #audience;

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.replica = room.session.replica;
    this.title = this.#usualTitle;
    this.#heading = h("h1.grow", this.title);
    this.#status = h("p.soft", { role: "status", hidden: !!this.replica.race }, t("notStarted"));
    this.broadcast = new Broadcast(this.replica, room.session.clock);
    const tools = { timeline: this.broadcast };
    this.view = new BroadcastView(this.broadcast, room.signal, tools, () => this.#step());
    const skip = () => {
      this.broadcast.skip();
      this.#step();
    };
    this.#skip = button(t("skipToResult"), skip, { class: "btn skip", hidden: true });
    this.element = h(
      "div.page.broadcast-page",
      this.#head(),
      this.#status,
      this.view.element,
      this.#betweenPlace,
    );
    later(AUDIENCE_DELAY_MS, () => this.#loadAudience().catch(() => {}), room.signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal: room.signal });
    every(TICK_MS, () => this.#betweenPlace.firstChild || this.#isScheduled || this.#step(), room.signal);
  }

  #head() {
    const { code, isSpectator } = this.room;
    return h(
      "div.row.broadcast-head",
      this.#heading,
      this.#skip,
      this.#audienceButton,
      isSpectator && link(`/r/${code}`, t("joinNow"), "btn join"),
      this.#stillOn,
    );
  }

  async #loadAudience() {
    const { AudiencePanel } = await load(
      import("./audience.js"),
      "room/chat.css",
      "broadcast/audience.css",
      "broadcast/reactions.css",
    );
    this.room.signal.throwIfAborted();
    this.#audience ??= this.#newAudience(AudiencePanel);
    return this.#audience;
  }

  /** @param {typeof AudiencePanel} Panel */
  #newAudience(Panel) {
    const panel = new Panel(this.room, this.#badge, (isOpen) => {
      this.element.classList.toggle("with-audience", isOpen);
      this.#audienceButton.setAttribute("aria-expanded", String(isOpen));
    });
    this.element.append(panel.element, panel.rising.element);
    panel.closeWhenNarrow();
    return panel;
  }

  #addBetween = once(
    () =>
      load(
        import("./between-races.js"),
        "people/avatars.css",
        "room/room.css",
        "race/grid.css",
        "room/result.css",
        "room/series.css",
      ),
    ({ waiting, watchedResult }) => {
      this.#between = { waiting: waiting(this.room), result: watchedResult(this.room) };
      this.#step();
    },
  );

  /** @param {wire.Event} [event] */
  update(event) {
    this.#audience?.update(event);
    if (event?.t === "finished" && this.#wantsRematch) {
      // The room goes on when this phase has ended.
      const { session } = this.room;
      this.#wantsRematch = false;
      later(REMATCH_DELAY_MS, () => session.send({ t: "rematch" }), session.options.signal);
    }
    if (event?.t === "audience") return; // it changes nothing of the race
    this.broadcast.follow(performance.now(), event);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const draw = () => {
      this.#isScheduled = false;
      if (!this.room.signal.aborted) this.#step();
    };
    setTimeout(draw, Math.max(0, this.#steppedAt + STEP_MS - performance.now()));
  }

  /** Draw the current view. */
  #step() {
    const now = performance.now();
    this.#steppedAt = now;
    const news = this.broadcast.step(now);
    const { shown } = this.broadcast;
    const { race } = this.replica;
    const isOver = this.broadcast.isOver(now) && !this.#isLeaving;
    // The last boards stay until the result is there.
    const isShown = !!shown && !(isOver && this.#between);
    this.view.element.toggleAttribute("hidden", !isShown);
    this.#skip.toggleAttribute("hidden", !isShown || !race?.standings);
    this.#status.toggleAttribute("hidden", !!race);
    if (isShown) this.view.show(shown, news);
    const awaited = this.replica.isRacing && awaitedText(this.replica, this.room.session.clock.now());
    const heading = awaited || this.#usualTitle;
    this.#heading.classList.toggle("awaited", !!awaited);
    if (this.#heading.textContent !== heading) this.#heading.textContent = heading;
    this.#renderHud(isShown);
    this.#renderStillOn(isShown);
    if (!race) this.#renderBetween("waiting");
    else if (isOver) this.#renderBetween("result");
    else this.#betweenPlace.replaceChildren();
  }

  get #usualTitle() {
    return title(this.replica, this.room.isSpectator || this.replica.sitsOut);
  }

  /** Whether the own result is on its way in a phase of its own: it is said only there. */
  get #isLeaving() {
    const { ownStanding, sitsOut } = this.replica;
    return !this.room.isSpectator && !sitsOut && !!ownStanding;
  }

  /** Whether the player's game has ended before that of others. */
  get #isWaiting() {
    return !this.room.isSpectator && !!this.replica.ownGame?.ended && this.replica.isRacing;
  }

  /** @param {boolean} isShown */
  #renderStillOn(isShown) {
    const { room } = this;
    this.#stillOn.hidden = !isShown || !this.#isWaiting;
    if (this.#stillOn.hidden) return;
    const wish = () => {
      this.#wantsRematch = !this.#wantsRematch;
      this.#step();
    };
    morph(
      this.#stillOn,
      button([this.#wantsRematch && icon("check"), t("rematch")], wish, {
        class: `btn${this.#wantsRematch ? "" : " main"}`,
        "aria-pressed": String(this.#wantsRematch),
      }),
      button(t("leave"), async () => {
        const { confirmed } = await import("../ui/dialog.js");
        if (await confirmed(t("leaveSure"), t("leave"))) room.session.send({ t: "leave" });
      }),
    );
  }

  /** @param {"waiting" | "result"} kind */
  #renderBetween(kind) {
    const shown = this.#between?.[kind];
    if (!shown) return void this.#addBetween();
    if (this.#betweenPlace.firstChild !== shown.element) this.#betweenPlace.replaceChildren(shown.element);
    shown.render();
  }

  /** The clock of the shown race, and how late that is; for a player who waits, always how long it can take. @param {boolean} isShown */
  #renderHud(isShown) {
    const { state, delayS, isLive } = this.broadcast;
    if (!isShown || !state) return this.room.shell.hud.replaceChildren();
    const isLate = state.isLate || (this.#isWaiting && Number.isFinite(state.left));
    const limit = state.ms >= 0 && limitText({ ...state, isLate });
    morph(
      this.room.shell.hud,
      h("span.tag.delay", isLive ? delayText(delayS) : t("backInTime")),
      h(
        "span",
        { role: "timer", class: state.isLate ? "late" : "" },
        clockText({ ...state, isLate }),
        limit && h("small.unit", ` ${limit}`),
      ),
    );
  }

  /** A digit shows the board of that place, Escape follows the leader again. @param {KeyboardEvent} event */
  #key(event) {
    const id = pickedBy(event, this.broadcast.state);
    if (id !== null) this.view.pick(id);
  }
}

/** @type {(replica: RoomReplica, isSpectator: boolean) => string} */
function title(replica, isSpectator) {
  if (isSpectator) return t("wallTitle", { name: replica.hostName });
  const own = replica.order.find(({ player }) => player === replica.you?.id);
  if (!own) return t("raceRuns");
  const running = replica.order.filter(({ ended, player }) => !ended && player !== own.player);
  const names = running.map(({ player }) => replica.nameOf(player)).join(", ");
  if (!running.length) return t("itIsOver");
  return own.won ? t("finishedAt", { place: ordinalText(own.rank), names }) : t("outWaiting", { names });
}
