/** States of a race as the broadcast shows it, for tests. */

/** @import { BroadcastState, Entry } from "../../client/broadcast/state.js" */

/** A game that has begun. @type {(id: string, locked: number, more?: Partial<Entry>) => Entry} */
export const entry = (id, locked, more = {}) => ({
  id,
  name: id,
  colour: 1,
  isMine: false,
  rank: 1,
  locked,
  reachedMs: 0,
  moves: 9,
  shuffles: 0,
  isWon: false,
  isOut: false,
  awayS: null,
  isStuck: false,
  chance: null,
  outlook: null,
  openRows: 0,
  doneRows: 0,
  board: null,
  lastMs: 0,
  steps: [],
  ...more,
});

/** A state a minute after the start, best first. @type {(entries: Entry[], more?: Partial<BroadcastState>) => BroadcastState} */
export const state = (entries, more = {}) => ({
  race: "race",
  of: /** @type {any} */ ({ seats: [] }),
  entries,
  leader: entries[0]?.id ?? "",
  cards: 24,
  opened: 1,
  ms: 60_000,
  limit: Infinity,
  left: Infinity,
  isLate: false,
  hasStarted: true,
  ...more,
});
