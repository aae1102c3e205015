/** @import { News, NewsKind } from "../broadcast/news.js" */
/** @import { BroadcastState } from "../broadcast/state.js" */
/** A moment of a race: the game that had it, and all that was shown from a time on until another one (ms since the start). @typedef {{ id: string, from: number, to: number, states: BroadcastState[] }} Scene */

/** How much is shown before a moment, and how much after it (ms). */
export const BEFORE_MS = 7000;
export const AFTER_MS = 1500;
/** What is worth seeing again. @type {readonly NewsKind[]} */
const MOMENTS = ["lead", "comeback", "row", "won"];

/** The last moment of a broadcast, kept for its replay. */
export class LastMoment {
  /** What was shown in the last `BEFORE_MS`, oldest first. @type {BroadcastState[]} */ #past = [];
  /** @type {Scene | null} */ scene = null;

  /** Take what is shown now. @param {BroadcastState} state */
  take(state) {
    this.#past = [...this.#past, state].filter(({ ms }) => ms >= state.ms - BEFORE_MS);
    if (this.scene && state.ms <= this.scene.to) this.scene.states.push(state);
  }

  /** Take what has happened in what is shown now. @param {readonly News[]} news */
  tell(news) {
    const now = this.#past.at(-1);
    const moment = news.findLast(({ kind }) => MOMENTS.includes(kind));
    if (!now || !moment) return;
    const states = [...this.#past];
    this.scene = { id: moment.id, from: states[0].ms, to: now.ms + AFTER_MS, states };
  }
}

/** What was shown at a time (ms since the start). @param {Scene} scene @param {number} ms @returns {BroadcastState} */
export const stateAt = ({ states }, ms) => states.findLast((state) => state.ms <= ms) ?? states[0];
