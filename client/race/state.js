import { locked, ROWS, stuck, won } from "../rules/board.js";
import { variantOf } from "../rules/variants.js";

/** @import { RaceView } from "../net/messages.js" */
/** @import { RoomReplica } from "../room/replica.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { PredictedGame } from "./predicted-game.js" */

/** When the time that is left is shown instead of the time that has passed (ms). */
const LAST_MINUTE_MS = 60000;

/**
 * Everything that the screen of a race shows. Times are in ms.
 * @typedef {object} RaceState
 * @property {number} secondsToStart 0 once the cards are dealt
 * @property {Board | null} board null before the start
 * @property {number} n the number of the last action
 * @property {number} locked
 * @property {number} total the cards that can be locked
 * @property {number} moves
 * @property {number} undo how many actions can be undone
 * @property {number} redo
 * @property {number} shufflesLeft
 * @property {boolean} hasShuffles whether the variant has any
 * @property {boolean} canShuffle
 * @property {boolean} isLive whether a move can be made
 * @property {boolean} isWaiting whether the server has to answer first
 * @property {boolean} isStuck
 * @property {boolean} isOver
 * @property {boolean} isWon
 * @property {boolean} othersPlay whether somebody else has not finished yet
 * @property {number | null} endedAt when the game was over by the clock here
 * @property {number} elapsed since the start, or until the end of the game
 * @property {number} left until the time limit; Infinity if there is none
 * @property {boolean} isLate whether the last minute has begun
 * @property {number | null} limit
 */

/** Before anything is known. @type {RaceState} */
export const NOT_STARTED = {
  secondsToStart: 0,
  board: null,
  n: 0,
  locked: 0,
  total: 0,
  moves: 0,
  undo: 0,
  redo: 0,
  shufflesLeft: 0,
  hasShuffles: false,
  canShuffle: false,
  isLive: false,
  isWaiting: false,
  isStuck: false,
  isOver: false,
  isWon: false,
  othersPlay: false,
  endedAt: null,
  elapsed: 0,
  left: Infinity,
  isLate: false,
  limit: null,
};

/**
 * The state of a race at an instant (ms since 1970, by the server's clock).
 * @type {(before: RaceState, race: RaceView, room: { replica: RoomReplica, own: PredictedGame | null }, now: number) => RaceState}
 */
export function raceState(before, race, { replica, own }, now) {
  const { starts_at, ends_at } = race;
  const limit = ends_at == null ? null : ends_at - starts_at;
  const common = { ...NOT_STARTED, limit, left: ends_at == null ? Infinity : ends_at - now };
  if (!own) return { ...common, secondsToStart: Math.max(0, Math.ceil((starts_at - now) / 1000)) };
  const game = gameState(own, race);
  const endedAt = game.isOver ? (before.endedAt ?? now) : null;
  const { ended = false, last_ms = 0 } = replica.ownGame ?? {};
  return {
    ...common,
    ...game,
    endedAt,
    elapsed: ended && game.isOver ? last_ms : (endedAt ?? now) - starts_at,
    isLate: common.left < LAST_MINUTE_MS && !game.isOver,
    othersPlay: race.seats.length > 1 && !replica.race?.standings,
  };
}

/** What the own game adds to the state. @param {PredictedGame} own @param {RaceView} race */
function gameState(own, race) {
  const variant = variantOf(race.variant);
  const { optimistic, isWaiting } = own;
  const { game, undo, redo, isOver } = optimistic;
  const { board, n, moves, shuffles } = game;
  return {
    board,
    n,
    moves,
    undo,
    redo,
    isOver,
    isWaiting,
    locked: locked(board),
    total: ROWS * (variant.columns - 1),
    shufflesLeft: Math.max(0, variant.shuffles - shuffles),
    hasShuffles: variant.shuffle_when !== null,
    canShuffle: !own.refusal("shuffle"),
    isLive: !isOver && !isWaiting,
    isStuck: !isOver && stuck(board, variant),
    isWon: isOver && won(board),
  };
}

/** What is to be said and heard as one state follows another. @type {(before: RaceState, after: RaceState) => { [change in "countedDown" | "dealt" | "lockedMore" | "gotStuck" | "gotUnstuck" | "ended"]: boolean }} */
export function changes(before, after) {
  const [wasStuck, isStuck] = [before, after].map((state) => state.isStuck && !state.isWaiting);
  return {
    countedDown: after.secondsToStart > 0 && after.secondsToStart !== before.secondsToStart,
    dealt: !before.board && !!after.board && !after.n,
    lockedMore: !!before.board && after.locked > before.locked && after.n > 0,
    gotStuck: isStuck && !wasStuck,
    gotUnstuck: wasStuck && !isStuck && !after.isOver,
    ended: after.isOver && !before.isOver,
  };
}
