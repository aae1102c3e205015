import { locked, ROWS, won } from "../rules/board.js";
import { isGivenUp } from "../rules/game.js";
import { compare, ranked } from "../rules/standings.js";
import { frameAt } from "./frames.js";

/**
 * How a game stood after one of its actions. `reached_ms`: since when it had this many locked cards.
 * @typedef {{ ms: number, locked: number, moves: number, reached_ms: number, won?: boolean, given_up?: boolean }} Step
 */
/** @typedef {{ id: string, steps: Step[] }} Track a game from step to step; the first is the opening */
/** @typedef {{ ms: number, id: string, locked: number }} LeadChange a game that went ahead of all others, with its cards in place */
/** @typedef {{ ms: number, length: number }} Pause when it began, and how long it took (ms) */

/** @type {(id: string, frames: Frame[]) => Track} */
export function trackOf(id, frames) {
  let reached_ms = 0;
  let last = -1;
  const steps = frames.map(({ game, ms }) => {
    const count = locked(game.board);
    if (count !== last) reached_ms = ms;
    last = count;
    return {
      ms,
      locked: count,
      moves: game.moves,
      reached_ms,
      won: won(game.board),
      given_up: isGivenUp(game),
    };
  });
  return { id, steps };
}

/** The cards that can be locked in a game. @type {(frames: Frame[]) => number} */
export const cardsOf = (frames) => ROWS * (frames[0].game.variant.columns - 1);

/** The last step of a game that is not later than a time. @type {(track: Track, ms: number) => Step} */
export const stepAt = ({ steps }, ms) => steps[frameAt(steps, ms)];

/** The ranks of games at a time, by id. @type {(tracks: Track[], ms: number) => Map<string, number>} */
export const ranksAt = (tracks, ms) =>
  new Map(
    ranked(tracks.map((track) => ({ id: track.id, ...stepAt(track, ms) }))).map((each) => [
      each.id,
      each.rank,
    ]),
  );

/**
 * Every time that another game went ahead of all others, in the order of time. Games that are level lead nothing: the
 * leader stays the same until another is ahead alone.
 * @type {(tracks: Track[]) => LeadChange[]}
 */
export function leadChanges(tracks) {
  const events = tracks.flatMap((track) => track.steps.slice(1).map((step) => ({ track, step })));
  events.sort((a, b) => a.step.ms - b.step.ms);
  /** @type {Map<string, Step>} */
  const now = new Map(tracks.map(({ id, steps }) => [id, steps[0]]));
  /** @type {LeadChange[]} */
  const changes = [];
  for (const [i, { track, step }] of events.entries()) {
    now.set(track.id, step);
    if (events[i + 1]?.step.ms === step.ms) continue; // the events of one instant count as a whole
    const leader = leaderOf(now);
    if (leader && leader !== changes.at(-1)?.id)
      changes.push({ ms: step.ms, id: leader, locked: /** @type {Step} */ (now.get(leader)).locked });
  }
  return changes;
}

/** The game that is ahead of all others, if one is. @type {(now: Map<string, Step>) => string | null} */
function leaderOf(now) {
  /** @type {string | null} */
  let leader = null;
  /** @type {Step | null} */
  let best = null;
  for (const [id, step] of now) {
    const order = best ? compare(step, best) : -1;
    if (order < 0) [leader, best] = [id, step];
    else if (order === 0) leader = null;
  }
  return best?.moves ? leader : null;
}

/** The longest time between two actions of a game; null without one. @type {(track: Track) => Pause | null} */
export function longestPause({ steps }) {
  /** @type {Pause | null} */
  let found = null;
  for (let i = 1; i < steps.length; i++) {
    const length = steps[i].ms - steps[i - 1].ms;
    if (!found || length > found.length) found = { ms: steps[i - 1].ms, length };
  }
  return found;
}
