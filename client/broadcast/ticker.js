import { t, timeText } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { every } from "../ui/timers.js";
import { newsText, soFarText } from "./news-text.js";
import { NEWS_INTERVAL_MS, queued, standsMs } from "./pace.js";
import { soFar } from "./so-far.js";

/** @import { News } from "./news.js" */
/** @import { BroadcastState } from "./state.js" */

const MAX_LINES = 40;

/** What happens, in words, the latest first: one sentence at a time, for eyes and for screen readers. */
export class Ticker {
  /** @type {News[]} */ #waiting = [];
  /** When the next sentence may come, by the clock of the page (ms). */ #nextAt = -Infinity;
  element = h("div", {
    class: "ticker panel",
    role: "log",
    tabindex: 0,
    "aria-label": t("whatHappened"),
  });

  /** @param {BroadcastState} state of which it says what has happened so far @param {AbortSignal} signal of the screen @param {(text: string) => void} [onNews] takes each sentence as it comes */
  constructor(state, signal, onNews = () => {}) {
    this.onNews = onNews;
    const past = soFar(state);
    const last = past.at(-1);
    if (last) onNews(newsText(last));
    const lines = past
      .slice(-MAX_LINES / 2)
      .toReversed()
      .map(line);
    const summary = state.hasStarted && h("p", { class: "so-far" }, soFarText(state, past));
    this.element.append(...[summary || [], lines].flat());
    every(NEWS_INTERVAL_MS / 4, () => this.#say(), signal);
  }

  /** @param {News[]} news */
  tell(news) {
    if (!news.length) return;
    this.#waiting = queued(this.#waiting, news);
    this.#say();
  }

  #say() {
    const now = performance.now();
    const next = this.#waiting[0];
    if (!next || now < this.#nextAt) return;
    const text = newsText(next);
    this.#nextAt = now + standsMs(text);
    this.#waiting = this.#waiting.slice(1);
    this.element.prepend(line(next));
    this.onNews(text);
    while (this.element.children.length > MAX_LINES) this.element.lastElementChild?.remove();
  }
}

/** @type {(news: News) => HTMLElement} */
const line = (news) =>
  h(
    "p",
    { class: `news-${news.kind}` },
    h("span", { class: "numbers soft" }, timeText(news.ms)),
    " ",
    newsText(news),
  );
