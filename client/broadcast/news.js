import { markOf } from "../board/state.js";
import { GAP } from "../rules/cards.js";

/**
 * News of a game. `start`: all games have begun; `lead`: it went ahead of all others; `comeback`: the same, after it was `n` cards behind;
 * `won`: in place `n`; `out`: it ended without a win; `row`: it has completed `n` rows; `open`: all rows begin with a 2; `few`: `n`
 * cards are missing; `stuck`: only undo can help; `unwinnable`: the player goes on although moves alone cannot win, with `n` shuffles
 * left; `shuffle`: number `n`; `minute`: the last one begins, for all games; `time`: it is over, and the first one has `n` cards in place;
 * its name is "" if it had won before.
 * @typedef {"start" | "lead" | "comeback" | "won" | "out" | "row" | "open" | "few" | "stuck" | "unwinnable" | "shuffle" | "minute" | "time"} NewsKind
 */
/** @typedef {{ kind: NewsKind, ms: number, id: string, name: string, n: number, card: Card }} News `card`: the one that did it, or GAP */
/**
 * Facts on which the next news depend: by how many cards each game was behind since it last led, and kinds that were
 * said once of a game.
 * @typedef {{ behind: ReadonlyMap<string, number>, said: ReadonlySet<string> }} Memory
 */

/** The weight of each kind, since of news that come at once those that matter least are left out; and its sentence. @type {{ [kind in NewsKind]: [weight: number, sentence: (news: News) => Key] }} */
export const KINDS = {
  won: [3, ({ n }) => (n > 1 ? "newsFinished" : "newsWon")],
  comeback: [3, () => "newsComeback"],
  time: [3, ({ name }) => (name ? "newsTimeFirst" : "newsTime")],
  start: [2, () => "newsStart"],
  lead: [2, ({ card }) => (card === GAP ? "newsLead" : "newsLeadBy")],
  out: [2, () => "newsOut"],
  minute: [2, () => "newsMinute"],
  row: [1, () => "newsRow"],
  open: [1, () => "newsOpen"],
  few: [1, () => "newsFew"],
  stuck: [1, () => "newsStuck"],
  unwinnable: [1, ({ n }) => (n ? "newsUnwinnable" : "newsLost")],
  shuffle: [0, () => "newsShuffle"],
};
/** How much news matter. @param {News} news */
export const weightOf = ({ kind }) => KINDS[kind][0];
/** "Only a few cards" (cards). */
const FEW_CARDS = 3;
/** Taking the lead is a comeback after being so far behind: this part of all cards. */
const COMEBACK_SHARE = 1 / 6;
const ALL_ROWS = 4;
/** Kinds that are said of a game only once. @type {readonly NewsKind[]} */
const ONCE = ["open", "few", "time"];

/** @type {Memory} */
export const NO_MEMORY = { behind: new Map(), said: new Set() };

/** Finds the news of races, from state to state. */
export class Reporter {
  #memory = NO_MEMORY;
  #race = "";

  /** @param {BroadcastState} before @param {BroadcastState} after @returns {News[]} */
  report(before, after) {
    // A game that was behind before the first report can come back, too.
    const known = this.#race === after.race ? this.#memory : remembered(NO_MEMORY, before, []);
    const { memory, news } = newsBetween(known, before, after);
    this.#memory = memory;
    this.#race = after.race;
    return news;
  }
}

/**
 * Return the news between two states, in the order in which the ticker shows them.
 * @type {(memory: Memory, before: BroadcastState, after: BroadcastState) => { memory: Memory, news: News[] }}
 */
export function newsBetween(memory, before, after) {
  const earlier = new Map(before.entries.map((entry) => [entry.id, entry]));
  const found = after.entries.flatMap((entry) => {
    const old = earlier.get(entry.id);
    return old && old !== entry ? newsOf(old, entry, after) : [];
  });
  const all = [
    ...startNews(before, after),
    ...found,
    ...leadNews(memory, before, after, earlier),
    ...minuteNews(before, after),
    ...timeNews(before, after),
  ];
  const news = all.filter(({ kind, id }) => !ONCE.includes(kind) || !memory.said.has(`${kind} ${id}`));
  return { memory: remembered(memory, after, news), news };
}

/** @type {(old: Entry, entry: Entry, state: BroadcastState) => News[]} */
function newsOf(old, entry, { cards, left }) {
  const missing = cards - entry.locked;
  const wasSeen = !!old.board || !entry.board;
  const isFew = missing > 0 && missing <= FEW_CARDS && entry.locked > old.locked;
  /** @type {[NewsKind, boolean, number][]} */
  const kinds = [
    ["shuffle", entry.shuffles > old.shuffles, entry.shuffles],
    ["open", wasSeen && entry.openRows === ALL_ROWS && old.openRows < ALL_ROWS, ALL_ROWS],
    ["row", wasSeen && entry.doneRows > old.doneRows && !entry.isWon, entry.doneRows],
    ["few", isFew, missing],
    ["stuck", entry.isStuck && !old.isStuck, 0],
    // When the time is up, all games end: that is said once, of all of them.
    ["out", entry.isOut && !old.isOut && left > 0, entry.locked],
    ["won", entry.isWon && !old.isWon, entry.rank],
  ];
  const card = cardThatMoved(old, entry);
  return kinds.filter(([, has]) => has).map(([kind, , n]) => newsItem(kind, entry, entry.lastMs, n, card));
}

/** @type {(memory: Memory, before: BroadcastState, after: BroadcastState, earlier: Map<string, Entry>) => News[]} */
function leadNews({ behind }, before, after, earlier) {
  const leader = after.entries.find(({ id }) => id === after.leader);
  if (!leader || leader.id === before.leader || leader.isWon) return [];
  const deficit = behind.get(leader.id) ?? 0;
  const isComeback = deficit >= after.cards * COMEBACK_SHARE;
  const old = earlier.get(leader.id);
  const card = old && leader.locked > old.locked ? cardThatMoved(old, leader) : GAP;
  const n = isComeback ? deficit : leader.locked;
  return [newsItem(isComeback ? "comeback" : "lead", leader, leader.lastMs, n, card)];
}

/** @type {(kind: NewsKind, of: Pick<Entry, "id" | "name">, ms: number, n: number, card?: Card) => News} */
export const newsItem = (kind, { id, name }, ms, n, card = GAP) => ({ kind, ms, id, name, n, card });

/** The subject of news of all games. */
const ALL = { id: "", name: "" };
export const START = newsItem("start", ALL, 0, 0);

/** @type {(before: BroadcastState, after: BroadcastState) => News[]} */
const startNews = (before, after) => (after.hasStarted && !before.hasStarted ? [START] : []);

/** When a race ends (ms since its start). @type {(state: BroadcastState) => number} */
const endOf = ({ ms, left }) => ms + left;

/** A minute that a win begins is no news. @type {(before: BroadcastState, after: BroadcastState) => News[]} */
const minuteNews = (before, after) =>
  after.isLate && !before.isLate && before.hasStarted && endOf(before) - endOf(after) < 1
    ? [newsItem("minute", ALL, after.ms, 0)]
    : [];

/** @type {(before: BroadcastState, after: BroadcastState) => News[]} */
function timeNews(before, { entries, left, ms }) {
  const running = new Set(before.entries.filter(({ isOut }) => !isOut).map(({ id }) => id));
  if (left > 0 || !entries.some(({ id, isOut }) => isOut && running.has(id))) return [];
  const [{ isWon, locked, name, rank }] = entries;
  return [newsItem("time", { id: "", name: isWon || !rank ? "" : name }, ms, locked)];
}

/** @type {(old: Entry, entry: Entry) => Card} */
const cardThatMoved = (old, entry) =>
  (old.board && entry.board && old.board !== entry.board && markOf(old.board, entry.board)?.card) || GAP;

/** @type {(memory: Memory, after: BroadcastState, news: News[]) => Memory} */
function remembered({ behind, said }, after, news) {
  const best = after.entries[0]?.locked ?? 0;
  const deficits = after.entries.map(({ id, locked }) => {
    const deficit = id === after.leader ? 0 : Math.max(behind.get(id) ?? 0, best - locked);
    return /** @type {const} */ ([id, deficit]);
  });
  const once = news.filter(({ kind }) => ONCE.includes(kind)).map(({ kind, id }) => `${kind} ${id}`);
  return { behind: new Map(deficits), said: once.length ? new Set([...said, ...once]) : said };
}

/** Finds players who go on although moves alone are proven not to win any more. It is said once until their next shuffle. */
export class UnwinnableNews {
  /** The latest outlook of each game. @type {Map<string, wire.GameChance>} */ #latest = new Map();
  /** @type {Set<string>} */ #said = new Set();

  /** @param {BroadcastState} state @param {Variant} variant @returns {News[]} */
  of({ entries }, variant) {
    const shufflesLeft = (/** @type {Entry} */ { shuffles }) => Math.max(0, variant.shuffles - shuffles);
    return entries
      .filter((entry) => this.#goesOn(entry))
      .map((entry) => newsItem("unwinnable", entry, entry.lastMs, shufflesLeft(entry)));
  }

  /** Whether two proofs follow each other: there was an action in between. @param {Entry} entry */
  #goesOn({ id, isStuck, outlook, shuffles }) {
    const before = this.#latest.get(id);
    if (!outlook || outlook === before) return false;
    this.#latest.set(id, outlook);
    const deal = `${id} ${shuffles}`;
    if (!before?.unwinnable || !outlook.unwinnable || isStuck || this.#said.has(deal)) return false;
    this.#said.add(deal);
    return true;
  }
}
