import { Broadcast } from "../broadcast/broadcast.js";
import { BroadcastView } from "../broadcast/view.js";
import { t, timeText } from "../i18n/index.js";
import { button, h, link, morph } from "../ui/dom.js";
import { load } from "../ui/load.js";
import { every } from "../ui/timers.js";
import { hostName } from "./title.js";

/** @import { Event } from "../net/messages.js" */
/** @import { RoomReplica } from "./replica.js" */
/** @import { Result } from "./result.js" */
/** @import { Phase, PhaseContext } from "./screen.js" */

const TICK_MS = 250;

/** A race as a broadcast, as late as the room wants it, and then its result. @implements {Phase} */
export class Spectate {
  isFixed = false;
  #isScheduled = false;
  /** @type {Result | null} */ #result = null;
  #resultPlace = h("div");
  #status = h("p", { class: "soft", role: "status" });
  #skip;

  /** @param {PhaseContext} room */
  constructor(room) {
    this.room = room;
    this.replica = room.session.replica;
    this.title = title(this.replica, room.isSpectator);
    this.broadcast = new Broadcast(this.replica, room.session.clock);
    this.view = new BroadcastView(
      { pick: (id) => this.#pick(id), follow: () => this.#pick("") },
      room.signal,
    );
    this.#skip = button(t("skipToResult"), () => this.#end(), { class: "btn", hidden: true });
    this.element = h(
      "div",
      { class: "page broadcast-page" },
      this.#head(),
      this.#status,
      this.view.element,
      this.#resultPlace,
      h("section", { class: "panel" }, h("h2", {}, t("chat")), room.chat),
    );
    document.addEventListener("keydown", (event) => this.#key(event), { signal: room.signal });
    every(TICK_MS, () => this.#resultPlace.firstChild || this.#step(), room.signal);
  }

  #head() {
    const { code, isSpectator } = this.room;
    return h(
      "div",
      { class: "row broadcast-head" },
      h("h1", { class: "grow" }, this.title),
      this.#skip,
      isSpectator && link(`/r/${code}`, t("playToo"), { class: "btn" }),
    );
  }

  /** @param {Event} [event] */
  update(event) {
    this.broadcast.follow(performance.now(), event);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      if (!this.room.signal.aborted) this.#step();
    });
  }

  /** Show a game large and let it stay; none: follow the leader. @param {string} id */
  #pick(id) {
    if (id) this.broadcast.pin(id, performance.now());
    else this.broadcast.unpin();
    this.#step();
  }

  #end() {
    this.broadcast.skip();
    this.#step();
  }

  /** Draw what there is to see now. */
  #step() {
    const now = performance.now();
    const news = this.broadcast.step(now);
    const { focus, state } = this.broadcast;
    const { race, variant } = this.replica;
    const isOver = this.broadcast.isOver(now);
    const isShown = !!state && !!variant && !isOver;
    this.view.element.hidden = !isShown;
    this.#skip.hidden = !isShown || !race?.standings;
    this.#status.hidden = !!race;
    if (!race) morph(this.#status, emptyText(this.replica));
    if (isShown) {
      this.view.render(state, focus, variant);
      this.view.tell(news);
    }
    this.#renderHud(isShown);
    if (isOver) void this.#renderResult();
    else this.#resultPlace.replaceChildren();
  }

  async #renderResult() {
    const { Result } = await load(
      import("./result.js"),
      "draw",
      "room",
      "result",
      "replay",
      "race/grid.css",
      "room/result.css",
    );
    if (!this.broadcast.isOver(performance.now())) return;
    this.#result ??= new Result(this.room.signal, this.room.session.seeds);
    this.#resultPlace.replaceChildren(this.#result.element);
    this.#result.render(this.replica);
  }

  /** The clock of what is shown, and how late that is. @param {boolean} isShown */
  #renderHud(isShown) {
    const { state, delayS } = this.broadcast;
    if (!isShown || !state) return this.room.shell.hud.replaceChildren();
    const { isLate, left, ms } = state;
    const text = ms < 0 ? `−${Math.ceil(-ms / 1000)}` : timeText(isLate ? left : ms);
    morph(
      this.room.shell.hud,
      h("span", { class: "tag delay" }, delayS ? t("behindLive", { n: delayS }) : t("isLive")),
      h("span", { role: "timer", class: isLate ? "late" : "" }, text),
    );
  }

  /** A digit shows the board of that place, Escape follows the leader again. @param {KeyboardEvent} event */
  #key({ target, key, ctrlKey, metaKey, altKey }) {
    if (/** @type {HTMLElement} */ (target).closest("input, select, textarea, dialog")) return;
    if (ctrlKey || metaKey || altKey) return;
    const entry = /^[1-9]$/.test(key) && this.broadcast.state?.entries[Number(key) - 1];
    if (entry) this.#pick(entry.id);
    else if (key === "Escape") this.#pick("");
  }
}

/** @type {(replica: RoomReplica, isSpectator: boolean) => string} */
function title(replica, isSpectator) {
  if (isSpectator) return t("wallTitle", { name: hostName(replica) });
  const hasPlayed = replica.race?.seats.some(({ player }) => player === replica.you?.id);
  return t(hasPlayed ? "finishedFirst" : "raceRuns");
}

/** @type {(replica: RoomReplica) => string} */
const emptyText = (replica) =>
  t("notStarted", { names: replica.room?.members.map(({ id }) => replica.nameOf(id)).join(", ") || "–" });
