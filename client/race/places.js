import { ROWS } from "../rules/board.js";
import { ranked } from "../rules/ranking.js";

/** @import { GameView } from "../net/messages.js" */
/** @import { RoomReplica } from "../room/replica.js" */
/**
 * A game of the race, as the race bar shows it.
 * @typedef {object} Lane
 * @property {string} id of the game
 * @property {string} name of the player
 * @property {number} seat its index, from which its colour follows
 * @property {boolean} isMine
 * @property {number} rank 0 without a move: there is nothing to rank yet
 * @property {number} locked
 * @property {number} total the cards that can be locked
 * @property {number} reachedMs since when it has this many locked cards
 * @property {number} moves
 * @property {number} shuffles
 * @property {boolean} isWon
 * @property {boolean} isOut whether it has ended without a win
 */
/** How far one lane is ahead of another: in cards or, with equal cards, in ms. @typedef {{ cards: number, ms: number }} Lead */
/** @typedef {GameView & { name?: string }} Racer a game of the room, or a ghost with its name */

/** The lanes of a race, best first. @type {(replica: RoomReplica, ghosts: Racer[]) => Lane[]} */
export function lanesOf(replica, ghosts) {
  const { race, variant, you } = replica;
  const seats = race?.seats.map(({ game }) => game) ?? [];
  const total = ROWS * ((variant?.columns ?? 1) - 1);
  return ranked(/** @type {Racer[]} */ ([...replica.order, ...ghosts])).map((each) => ({
    id: each.game,
    name: each.name ?? replica.nameOf(each.player),
    seat: seats.indexOf(each.game) + 1,
    isMine: each.player === you?.id,
    rank: each.moves ? each.rank : 0,
    locked: each.locked,
    total,
    reachedMs: each.reached_ms ?? 0,
    moves: each.moves,
    shuffles: each.shuffles,
    isWon: !!each.won,
    isOut: !!each.ended && !each.won,
  }));
}

/** The place of one's own: the lane, and which others it is compared with. @typedef {{ own: Lane, level?: Lane, behind?: Lane, ahead?: Lane, leader?: Lane }} Place */

/**
 * One's own place: `level` with another, `ahead` of the second, or `behind` the next one and the `leader`, if that is a
 * third. Without a move there is no place.
 * @type {(lanes: Lane[]) => Place | null}
 */
export function ownPlace(lanes) {
  const own = lanes.find(({ isMine }) => isMine);
  if (!own?.rank) return null;
  const better = lanes.filter(({ rank }) => rank && rank < own.rank);
  const level = lanes.find((each) => each !== own && each.rank === own.rank);
  const behind = level ? undefined : better.at(-1);
  const ahead = level || behind ? undefined : lanes.find(({ rank }) => rank > own.rank);
  const leader = better[0] === behind ? undefined : better[0];
  return { own, level, behind, ahead, leader };
}

/** @type {(better: Lane, worse: Lane) => Lead} */
export const leadOf = (better, worse) => ({
  cards: better.locked - worse.locked,
  ms: worse.reachedMs - better.reachedMs,
});
