import { t } from "../i18n/index.js";

/** The game that is large, since when (ms of the page), whether a spectator has chosen it, and else why it is, as text. @typedef {{ id: string, since: number, isPinned: boolean, why?: string }} Focus */
/** The game that the director wants to be large. @typedef {{ id: string, why: string }} Wanted */

/** A board stays large for so long at least (ms). */
const MIN_HOLD_MS = 3000;
/** A win stays large for so long (ms). */
export const WIN_HOLD_MS = 5000;

/** @type {Focus} */
export const NO_FOCUS = { id: "", since: -Infinity, isPinned: false };

/**
 * The game that is large: the chosen one; one that was just won; else what the director wants or, without a director, the
 * best one that still runs. None stays for less than `MIN_HOLD_MS`.
 * @type {(before: Focus, state: BroadcastState, now: number, winner?: string, wanted?: Wanted) => Focus}
 */
export function focusOn(before, { entries }, now, winner = "", wanted = undefined) {
  const current = entries.find(({ id }) => id === before.id);
  if (current && before.isPinned) return before;
  const isHeld = now - before.since < (current?.isWon ? WIN_HOLD_MS : MIN_HOLD_MS);
  if (winner) return { id: winner, since: now, isPinned: false };
  if (current && isHeld) return before;
  const running = entries.find(({ isWon, isOut }) => !isWon && !isOut);
  const { id, why } = wanted ?? { id: (running ?? entries[0])?.id ?? "", why: "" };
  if (id !== before.id) return { id, since: now, isPinned: false, why };
  return why === before.why ? before : { ...before, why };
}

/**
 * Why a board is large. `few`: its last cards; `swing`: its win probability has changed much; `chase`: it is about to take
 * the lead; `lead`: it leads.
 * @typedef {"few" | "swing" | "chase" | "lead"} Reason
 */
/** @typedef {{ id: string, reason: Reason | "" }} Choice a game, and why it is the one to watch */

/** "The last cards" (cards). */
const FEW_CARDS = 3;
/** Over this time a win probability swings (ms). */
export const SWING_MS = 10_000;
const SWING = 0.25;
/** A game that is so close behind and has just locked a card is about to take the lead (cards, ms). */
const CHASE_CARDS = 1;
const CHASE_MS = 10_000;
/** How much a reason counts; of the last cards, each that is in place counts one more. @type {{ [reason in Reason | ""]: number }} */
const WEIGHTS = { few: 4, swing: 4, chase: 3, lead: 2, "": 0 };

/**
 * The game to watch: that to which most is about to happen. The one that is large stays unless another one counts more.
 * `earlier`: the state `SWING_MS` before.
 * @type {(state: BroadcastState, earlier: BroadcastState | null, current: string) => Choice}
 */
export function direct(state, earlier, current) {
  const running = state.entries.filter(({ isWon, isOut }) => !isWon && !isOut);
  const found = running.map((entry) => judged(entry, running[0], state, earlier));
  const most = Math.max(...found.map(({ weight }) => weight));
  const best = found.filter(({ weight }) => weight === most);
  const staying = most > 0 && best.find((each) => each.id === current);
  const { id, reason } = (staying || best[0]) ?? { id: state.entries[0]?.id ?? "", reason: "" };
  return { id, reason };
}

/** @type {(entry: Entry, first: Entry, state: BroadcastState, earlier: BroadcastState | null) => Choice & { weight: number }} */
function judged(entry, first, state, earlier) {
  const missing = state.cards - entry.locked;
  const isFew = missing <= FEW_CARDS;
  const reason = isFew ? "few" : reasonOf(entry, first, state, earlier);
  return { id: entry.id, reason, weight: WEIGHTS[reason] + (isFew ? FEW_CARDS - missing : 0) };
}

/** @type {(entry: Entry, first: Entry, state: BroadcastState, earlier: BroadcastState | null) => Reason | ""} */
function reasonOf(entry, first, state, earlier) {
  const before = earlier?.entries.find(({ id }) => id === entry.id)?.chance;
  if (before != null && entry.chance !== null && Math.abs(entry.chance - before) >= SWING) return "swing";
  if (entry === first) return entry.id === state.leader ? "lead" : "";
  const isClose = first.locked > state.opened && first.locked - entry.locked <= CHASE_CARDS;
  const isMoving = entry.moves > 0 && state.ms - entry.reachedMs <= CHASE_MS;
  return isClose && isMoving ? "chase" : "";
}

/** Chooses the large board by what is about to happen, from state to state. */
export class Director {
  /** The states of the last `SWING_MS`, oldest first. @type {BroadcastState[]} */ #past = [];

  /** @param {BroadcastState} state @param {string} current the game that is large @returns {{ id: string, why: string }} */
  choose(state, current) {
    const isSame = this.#past.at(-1)?.race === state.race;
    this.#past = [...(isSame ? this.#past : []), state].filter(({ ms }) => ms >= state.ms - SWING_MS);
    const { id, reason } = direct(state, this.#past[0], current);
    return { id, why: whyText(reason, state, this.#past[0], id) };
  }
}

/** @type {(reason: Reason | "", state: BroadcastState, earlier: BroadcastState, id: string) => string} */
function whyText(reason, { cards, entries }, earlier, id) {
  const [now, before] = [entries, earlier.entries].map((each) => each.find((entry) => entry.id === id));
  const missing = cards - (now?.locked ?? 0);
  if (reason === "few") return t("whyFew", { n: missing });
  if (reason === "swing") return t("whySwing", { from: percentOf(before), to: percentOf(now) });
  return reason === "chase" ? t("whyChase") : "";
}

/** @param {Entry} [entry] */
const percentOf = (entry) => Math.round(100 * (entry?.chance ?? 0));
