import { LiveBroadcast } from "../../broadcast/live.js";
import { BroadcastView, clockText, delayText, pickedBy } from "../../broadcast/view.js";
import { t } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { race } from "../../net/play.js";
import { limitText } from "../../race/state.js";
import { isTyping, latinKey } from "../../ui/browser.js";
import { button, byId, h, link, morph } from "../../ui/dom.js";
import { every } from "../../ui/timers.js";
import { PastChannel } from "./tv-past.js";

/** @import { Direction } from "../../broadcast/broadcast.js" */

/**
 * A race that is shown: live, or one of the past. `code`: of the room, or ""; `id`: of the race of the past, or "".
 * @typedef {Direction & { code: string, id: string, delayS: number, step: (now: number) => News[], isOver: (now: number) => boolean }} Channel
 */

const TICK_MS = 250;
/** How often it looks for a race that runs, while none is shown (ms). */
const LOOK_INTERVAL_MS = 15_000;

/** The set: it chooses a channel, draws it, and goes on to the next one when that is over. */
class Television {
  /** @type {Channel | null} */ #channel = null;
  #channelEnd = new AbortController();
  /** @type {BroadcastView | null} */ #view = null;
  #isLooking = false;
  /** The race of the past that was shown last. */ #seen = "";
  #tags = h("span.row");
  #links = h("span.row");
  #status = h("div.felt.tv-wait", { role: "status" });
  #place = h("div");
  element;

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    this.signal = signal;
    this.element = h(
      "div.page.broadcast-page.tv",
      h(
        "div.row.broadcast-head",
        h("h1", t("tvTitle")),
        this.#tags,
        h("span.grow"),
        this.#links,
        document.fullscreenEnabled && button(t("fullScreen"), toggleFullScreen, "btn full-screen"),
      ),
      this.#status,
      this.#place,
    );
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    every(TICK_MS, () => this.#step(), signal);
    every(LOOK_INTERVAL_MS, () => void this.#look(), signal);
    void this.#look();
  }

  /** Look for a race that runs, unless one is shown; and for one of the past, if there is nothing to see. */
  async #look() {
    if (this.#isLooking || this.#channel?.code) return;
    this.#isLooking = true;
    const channel = await this.#found().catch(() => null);
    this.#isLooking = false;
    if (this.signal.aborted) return;
    if (channel) this.#switch(channel);
    morph(
      this.#status,
      ...(this.#channel ? [] : [h("p", t("tvNothing")), qr(""), link("/race", t("tvRace"), "btn main big")]),
    );
  }

  /** @returns {Promise<((signal: AbortSignal) => Channel) | null>} */
  async #found() {
    const { live, past } = await request("GET tv", { seen: this.#seen }, { signal: this.signal });
    if (live) return (signal) => new LiveBroadcast(live, signal);
    if (!past || this.#channel) return null;
    const page = await race(past, this.signal);
    const { opening } = page;
    return opening ? () => new PastChannel({ ...page, opening }, performance.now()) : null;
  }

  /** @param {(signal: AbortSignal) => Channel} open */
  #switch(open) {
    this.#channelEnd.abort();
    this.#channelEnd = new AbortController();
    const signal = AbortSignal.any([this.#channelEnd.signal, this.signal]);
    const channel = open(signal);
    this.#channel = channel;
    this.#seen = channel.id || this.#seen;
    this.#view = new BroadcastView(channel, signal, {});
    this.#view.surround();
    this.#view.element.append(qr(channel.code));
    this.#place.replaceChildren(this.#view.element);
    const { code, id } = channel;
    morph(this.#links, link(code ? `/r/${code}` : `/race/${id}`, t(code ? "playToo" : "tvAbout"), "btn"));
  }

  #step() {
    const channel = this.#channel;
    if (!channel) return;
    const now = performance.now();
    const news = channel.step(now);
    const { shown } = channel;
    if (shown) {
      this.#view?.show(shown, news);
      morph(this.#tags, ...tags(channel, shown.state));
    }
    if (!channel.isOver(now)) return;
    this.#channel = null;
    void this.#look();
  }

  /** A digit shows the board of that place, Escape lets the director choose, F fills the screen. @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event)) return;
    const id = pickedBy(event, this.#channel?.shown?.state);
    if (id !== null) this.#channel?.pick(id);
    else if (latinKey(event) === "f") toggleFullScreen();
  }
}

/** Whether it is live, and the clock. @type {(channel: Channel, state: BroadcastState) => HTMLElement[]} */
const tags = ({ code, delayS }, state) => [
  h("span", { class: `tag${code ? "" : " recorded"}` }, code ? delayText(delayS) : t("tvPast")),
  h("span.figure.tv-clock", { role: "timer" }, clockText(state)),
  h("small.soft", state.ms >= 0 && limitText(state)),
];

/** A way in for those who sit in front of the screen; `code`: of the room, or "". @type {(code: string) => HTMLElement} */
const qr = (code) =>
  h(
    "figure.tv-qr.panel",
    h("img", { src: code ? `/r/${code}/qr.svg` : "/tv/qr.svg", alt: t("tvQr") }),
    h("figcaption", t(code ? "tvJoin" : "tvRace")),
  );

function toggleFullScreen() {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  change.catch(() => {}); // the browser may not allow it
}

/** Television: the most interesting race now, else a close one of the past, for a large screen. @param {Page} page */
export default function tvScreen({ shell, signal }) {
  shell.title(t("tvTitle"));
  byId("main").append(new Television(signal).element);
}
