import { cardName, ordinalText, t, timeText } from "../i18n/index.js";
import { GAP } from "../rules/cards.js";
import { h } from "../ui/dom.js";
import { every } from "../ui/timers.js";
import { KINDS, weightOf } from "./news.js";
import { soFar } from "./state.js";

/** @import { NewsKind } from "./news.js" */
/** @import { Moment } from "./surroundings.js" */

/** The values of the texts about news. @type {(news: News) => { [name: string]: string | number }} */
const valuesOf = ({ card, ms, n, name }) => ({
  name,
  n,
  card: card === GAP ? "" : cardName(card),
  time: timeText(ms),
  place: ordinalText(n),
});

/** News as a sentence. @param {News} news */
export const newsText = (news) => t(KINDS[news.kind][1](news), valuesOf(news));

/** The first line for a late spectator: who leads since when, and how often that has changed. @type {(state: BroadcastState, past: readonly News[]) => string} */
export function soFarText({ entries, leader }, past) {
  const leads = past.filter(({ kind }) => kind === "lead");
  const last = leads.findLast(({ id }) => id === leader);
  const name = entries.find(({ id }) => id === leader)?.name;
  if (!name) return t("soFarLevel");
  if (!last) return t("soFarAhead", { name });
  const since = t("soFarSince", { name, time: timeText(last.ms) });
  return leads.length < 2 ? since : `${since} ${t("soFarChanges", { n: leads.length - 1 })}`;
}

/** The moment of a piece of news, if any: a short line and a longer one. @type {(news: News) => Moment | null} */
export function momentOf({ kind, ms, name, n }) {
  const values = { name, n, time: timeText(ms), place: ordinalText(n) };
  switch (kind) {
    case "won":
      return { kind, title: name, text: t(n > 1 ? "momentFinished" : "momentWon", values) };
    case "comeback":
      return { kind, title: name, text: t("momentComeback", values) };
    case "minute":
      return { kind, title: t("newsMinute"), text: "" };
    case "time":
      return { kind, title: t("newsTime"), text: name && t("momentTimeFirst", values) };
    default:
      return null;
  }
}

/** The seconds before the start. @type {(state: BroadcastState) => Moment | null} */
export function countdownText({ hasStarted, ms }) {
  const seconds = hasStarted ? 0 : Math.ceil(-ms / 1000);
  return seconds > 0 ? { kind: "seconds", title: String(seconds), text: t("untilTheStart") } : null;
}

/** How long a sentence stands alone at least, so that it can be read (ms). */
export const NEWS_INTERVAL_MS = 2200;
/** A screen reader speaks about fifteen characters in a second (ms). */
const CHARACTER_MS = 65;
/** The news that may wait for their turn. */
const MAX_WAITING = 3;

/** News of the first weight are not kept waiting by news of no more than the second. */
const [GREAT, SMALL] = [3, 1];

/** How long a sentence stands alone, so that it can be read, and spoken to its end (ms). @param {string} text */
export const standsMs = (text) => Math.max(NEWS_INTERVAL_MS, CHARACTER_MS * text.length);

/**
 * Add news to those that wait. A lead that is lost again is not said, small news give way to great ones, and
 * of too many those that matter least are left out, the oldest first.
 * @type {(waiting: readonly News[], news: readonly News[]) => News[]}
 */
export function queued(waiting, news) {
  const all = [...waiting, ...news];
  const lastLead = all.findLastIndex(({ kind }) => kind === "lead" || kind === "comeback");
  const hasGreat = all.some((news) => weightOf(news) >= GREAT);
  const left = all.filter(
    (news, i) => (news.kind !== "lead" || i === lastLead) && !(hasGreat && weightOf(news) <= SMALL),
  );
  while (left.length > MAX_WAITING) left.splice(leastOf(left), 1);
  return left;
}

/** @type {(news: readonly News[]) => number} */
function leastOf(news) {
  const least = Math.min(...news.map(weightOf));
  return news.findIndex((each) => weightOf(each) === least);
}

const MAX_LINES = 40;

/** The news in words, the latest first: one sentence at a time, for eyes and for screen readers. */
export class Ticker {
  /** @type {News[]} */ #waiting = [];
  /** When the next sentence may come, by the clock of the page (ms). */ #nextAt = -Infinity;
  element = h("div.ticker.panel", {
    role: "log",
    tabindex: 0,
    "aria-label": t("whatHappened"),
  });

  /** @param {BroadcastState} state whose news so far it says @param {AbortSignal} signal of the screen */
  constructor(state, signal) {
    const past = soFar(state);
    const lines = past
      .slice(-MAX_LINES / 2)
      .toReversed()
      .map(line);
    const summary = state.hasStarted && h("p.so-far", soFarText(state, past));
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
    while (this.element.children.length > MAX_LINES) this.element.lastElementChild?.remove();
  }
}

/** @type {(news: News) => HTMLElement} */
const line = (news) =>
  h("p", { class: `news-${news.kind}` }, h("span.numbers.soft", timeText(news.ms)), " ", newsText(news));
