import { locked, ROWS, stuck, won } from "../rules/board.js";

/** @import { Board } from "../rules/board.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { PredictedGame } from "./predicted-game.js" */
/** A game, how much of it can be undone and redone, if only whether, and whether it is over. @typedef {{ game: Game, undo: number | boolean, redo: number | boolean, isOver: boolean }} Played */
/**
 * The own game, as a screen shows it.
 * @typedef {object} GameState
 * @property {Board} board
 * @property {number} n the number of the last action
 * @property {number} locked
 * @property {number} total the cards that can be locked
 * @property {number} moves
 * @property {number | boolean} undo how many actions can be undone, or whether one can
 * @property {number | boolean} redo
 * @property {number} shuffles
 * @property {number} shufflesLeft
 * @property {boolean} hasShuffles whether the variant has any
 * @property {boolean} canShuffle
 * @property {boolean} isWaiting whether the server has to answer first
 * @property {boolean} isStuck
 * @property {boolean} isOver
 * @property {boolean} isWon
 */

/** @type {(played: Played, canShuffle: boolean, isWaiting?: boolean) => GameState} */
export function gameState({ game, undo, redo, isOver }, canShuffle, isWaiting = false) {
  const { board, n, moves, shuffles, variant } = game;
  return {
    board,
    n,
    moves,
    shuffles,
    undo,
    redo,
    isOver,
    isWaiting,
    canShuffle,
    locked: locked(board),
    total: ROWS * (variant.columns - 1),
    shufflesLeft: Math.max(0, variant.shuffles - shuffles),
    hasShuffles: variant.shuffle_when !== null,
    isStuck: !isOver && stuck(board, variant),
    isWon: won(board),
  };
}

/** A game whose moves the server confirms. @param {PredictedGame} own */
export const predictedState = (own) => gameState(own.optimistic, !own.refusal("shuffle"), own.isWaiting);
