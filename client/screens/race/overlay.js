import { Broadcast } from "../../broadcast/broadcast.js";
import { Director } from "../../broadcast/director.js";
import { Feature } from "../../broadcast/feature.js";
import { Reporter, UnwinnableNews } from "../../broadcast/news.js";
import { chanceCell, Ranking } from "../../broadcast/ranking.js";
import { RisingReactions } from "../../broadcast/reactions.js";
import { Ticker } from "../../broadcast/ticker.js";
import { clockText, delayText } from "../../broadcast/view.js";
import { t } from "../../i18n/index.js";
import { RoomSession } from "../../race/session.js";
import { byId, h, morph } from "../../ui/dom.js";
import { tag } from "../../ui/parts.js";
import { errorText } from "../../ui/say.js";
import { every, onAbort } from "../../ui/timers.js";

/** @import { BroadcastState } from "../../broadcast/state.js" */
/** @import { Page } from "../../ui/router.js" */

/** What an overlay can have, from top to bottom. */
export const PARTS = /** @type {const} */ (["clock", "standings", "board", "ticker", "reactions"]);
const THEMES = /** @type {const} */ (["dark", "light", "plain"]);
/** What it has unless it is asked for more. */
const DEFAULT_PARTS = PARTS.filter((part) => part !== "reactions");
/** @typedef {typeof PARTS[number]} OverlayPart */
/** @typedef {typeof THEMES[number]} Theme `plain`: light text without boxes */

/**
 * What an address asks for, `?parts=clock,standings&theme=light`; without parts all of them but reactions, without a theme the dark one.
 * @type {(query: URLSearchParams) => { parts: OverlayPart[], theme: Theme }}
 */
export function overlayOptions(query) {
  const named = (query.get("parts") ?? "").split(",").map((name) => name.trim());
  const parts = PARTS.filter((part) => named.includes(part));
  const theme = THEMES.find((each) => each === query.get("theme")) ?? "dark";
  return { parts: parts.length ? parts : DEFAULT_PARTS, theme };
}

const TICK_MS = 250;

/** The parts of an overlay, from the events of a room. */
class Overlay {
  #clock = h("p.overlay-clock");
  #problem = h("p.overlay-clock", { hidden: true });
  /** Of the race that is shown. @type {{ race: string, ticker: Ticker, end: AbortController } | null} */ #told =
    null;
  #tickerPlace = h("div");
  #unwinnable = new UnwinnableNews();

  /** @param {string} code @param {OverlayPart[]} parts @param {AbortSignal} signal of the screen */
  constructor(code, parts, signal) {
    this.signal = signal;
    this.feature = new Feature(() => {}, signal);
    this.ranking = new Ranking(() => {});
    this.ranking.showChances(t("chanceShort"), chanceCell);
    this.rising = new RisingReactions(signal);
    this.session = new RoomSession(code, {
      Game: null,
      signal,
      onEvent: (event) => {
        this.broadcast?.follow(performance.now(), event);
        if (event.t === "audience") this.rising.show(event.reactions);
      },
      onState: (state, bye) => state === "closed" && bye && void this.#fail(bye.code, bye.message),
    });
    this.broadcast = new Broadcast(this.session.replica, this.session.clock);
    this.broadcast.director = new Director();
    this.broadcast.reporter = new Reporter();
    const elements = {
      clock: this.#clock,
      standings: this.ranking.element,
      board: this.feature.element,
      ticker: this.#tickerPlace,
      reactions: this.rising.element,
    };
    this.element = h(
      "div.broadcast.overlay-parts.raceless",
      { inert: true },
      this.#problem,
      ...parts.map((part) => elements[part]),
    );
    every(TICK_MS, () => this.#step(), signal);
  }

  /** Why there is nothing to show. @param {string} code @param {string} message */
  async #fail(code, message) {
    this.#problem.textContent = await errorText(code, message);
    this.#problem.hidden = false;
  }

  #step() {
    const now = performance.now();
    const news = this.broadcast.step(now);
    const { focus, state } = this.broadcast;
    const { variant } = this.session.replica;
    if (!state || !variant) return;
    this.element.classList.remove("raceless");
    this.#renderClock(state, this.broadcast.isOver(now));
    this.ranking.render(state.entries, focus.id);
    this.feature.render(state, focus, variant);
    this.#tickerOf(state).tell([...news, ...this.#unwinnable.of(state, variant)]);
  }

  /** @param {BroadcastState} state @param {boolean} isOver */
  #renderClock(state, isOver) {
    morph(
      this.#clock,
      h("span.figure", isOver ? "★" : clockText(state)),
      tag(delayText(this.broadcast.delayS)),
    );
  }

  /** @param {BroadcastState} state */
  #tickerOf(state) {
    if (this.#told?.race === state.race) return this.#told.ticker;
    this.#told?.end.abort();
    const end = new AbortController();
    const ticker = new Ticker(state, AbortSignal.any([end.signal, this.signal]));
    this.#told = { race: state.race, ticker, end };
    this.#tickerPlace.replaceChildren(ticker.element);
    return ticker;
  }
}

/** A race over somebody's stream: nothing but the wanted parts on a transparent page, and never the code of the room. @param {Page} page @param {string} code */
export default function overlayScreen({ shell, signal }, code) {
  const { parts, theme } = overlayOptions(new URLSearchParams(location.search));
  const root = document.documentElement;
  const before = root.dataset.theme;
  shell.title("");
  root.classList.add("on-stream");
  Object.assign(root.dataset, { theme: theme === "light" ? "light" : "dark", overlay: theme });
  onAbort(signal, () => {
    root.classList.remove("on-stream");
    if (before) root.dataset.theme = before;
    else delete root.dataset.theme;
  });
  const heading = h("h1.visually-hidden", document.title);
  byId("main").append(heading, new Overlay(code.toUpperCase(), parts, signal).element);
}
