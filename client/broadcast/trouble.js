/** @import { BroadcastState, Entry } from "./state.js" */
/**
 * Why a game is in trouble, the worst first. `lost`: no play wins but after an undo; `stuck`: only undo can help; `slim`: a win has become
 * unlikely; `shuffle`: moves alone are proven not to win, and with a shuffle a win is less likely than not; `idle`: no action for a while;
 * `behind`: the last one, far behind the first.
 * @typedef {"lost" | "stuck" | "slim" | "shuffle" | "idle" | "behind"} Trouble
 */
/** @typedef {{ entry: Entry, trouble: Trouble }} Troubled */

/** @type {readonly Trouble[]} */
const WORST_FIRST = ["lost", "stuck", "slim", "shuffle", "idle", "behind"];
/** A win probability below this is slim. */
const SLIM = 0.2;
/** From here on a win is likely, though it may need a shuffle. */
const LIKELY = 0.5;
/** Who has made no action for so long is idle (ms). */
const IDLE_MS = 45_000;
/** "Far behind": this part of all cards. */
const FAR_SHARE = 1 / 6;

/** The games in trouble, the worst first. @type {(state: BroadcastState) => Troubled[]} */
export function troubled(state) {
  const running = state.hasStarted ? state.entries.filter(({ isWon, isOut }) => !isWon && !isOut) : [];
  const found = running.flatMap((entry) => {
    const trouble = troubleOf(entry, state);
    return trouble ? [{ entry, trouble }] : [];
  });
  if (!found.length) return farBehind(running, state);
  return found.sort((a, b) => rank(a) - rank(b) || a.entry.locked - b.entry.locked);
}

/** @param {Troubled} game */
const rank = ({ trouble }) => WORST_FIRST.indexOf(trouble);

/** @type {(entry: Entry, state: BroadcastState) => Trouble | null} */
function troubleOf({ chance, isStuck, lastMs, outlook }, { ms }) {
  if (isStuck) return "stuck";
  if (chance === 0) return "lost";
  if (chance !== null && chance < SLIM) return "slim";
  if (outlook?.unwinnable && outlook.win < LIKELY) return "shuffle";
  return ms - lastMs >= IDLE_MS ? "idle" : null;
}

/** Somebody is always the worst off, once the first one is well ahead. @type {(running: Entry[], state: BroadcastState) => Troubled[]} */
function farBehind(running, { cards, entries }) {
  const entry = running.at(-1);
  const isFar = entry && entries[0].locked - entry.locked >= cards * FAR_SHARE;
  return isFar ? [{ entry, trouble: "behind" }] : [];
}
