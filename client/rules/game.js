import { formatAction } from "./actions.js";
import { gapsFor, locked, moved, stuck, won } from "./board.js";
import { RulesError } from "./errors.js";

/** @typedef {(board: Board, k: number) => Board} Redeal shuffle k of a board */
/** @typedef {{ board: Board, past: Past } | null} Past the boards that undo returns to, the nearest first */
/** @typedef {{ board: Board, future: Future } | null} Future the boards that redo returns to */

/**
 * One player's play of a deal; never changed, each action makes a new one.
 * @typedef {object} Game
 * @property {Variant} variant
 * @property {Board} board
 * @property {number} n the number of the last action
 * @property {number} moves ever made, undone ones included
 * @property {number} shuffles ever made, undone ones included
 * @property {boolean} resigned
 * @property {Past} past
 * @property {Future} future
 */

/** @type {(variant: Variant, opening: Board) => Game} */
export const newGame = (variant, board) => ({
  variant,
  board,
  n: 0,
  moves: 0,
  shuffles: 0,
  resigned: false,
  past: null,
  future: null,
});

/** @type {(game: Game) => boolean} */
export const isOver = (game) => game.resigned || won(game.board);

/** Whether it was resigned while a move or a shuffle remained. @type {(game: Game) => boolean} */
export const isGivenUp = ({ variant, board, shuffles, resigned }) =>
  resigned && (shuffles < variant.shuffles || !stuck(board, variant));

/** 1 point a locked card, -5 a shuffle, +10 for a win without one. @type {(game: { isWon: boolean, locked: number, shuffles: number }) => number} */
export const points = ({ isWon, locked, shuffles }) => locked - 5 * shuffles + (isWon && !shuffles ? 10 : 0);

/** @type {(game: Game) => number} */
export const score = ({ board, shuffles }) => points({ isWon: won(board), locked: locked(board), shuffles });

/**
 * The game after its next action; the redeal is asked only for a shuffle.
 * @throws {RulesError} the refusal, at the number that the action would have had
 * @type {(game: Game, action: Action, redeal: Redeal) => Game}
 */
export function play(game, action, redeal) {
  const code = refusal(game, action);
  if (code) throw new RulesError(code, formatAction(action), game.n + 1);
  return { ...game, ...changes(game, action, redeal), n: game.n + 1 };
}

/** Why an action would be refused, or null if it is legal. @type {(game: Game, action: Action) => Code?} */
export function refusal(game, action) {
  if (isOver(game)) return "game_over";
  switch (action) {
    case "shuffle":
      return shuffleRefusal(game);
    case "undo":
      return game.past ? null : "nothing_to_undo";
    case "redo":
      return game.future ? null : "nothing_to_redo";
    case "resign":
      return null;
    default:
      return gapsFor(game.board, action.card, game.variant).includes(action.slot) ? null : "illegal_move";
  }
}

/** @type {(game: Game) => Code | null} */
function shuffleRefusal({ variant, board, shuffles }) {
  if (variant.shuffle_when === null) return "no_redeal";
  if (shuffles >= variant.shuffles) return "no_shuffle_left";
  return variant.shuffle_when === "stuck" && !stuck(board, variant) ? "not_stuck" : null;
}

/**
 * The changes of an allowed action. An undone shuffle stays spent, so that no number comes twice.
 * @type {(game: Game, action: Action, redeal: Redeal) => Partial<Game>}
 */
function changes(game, action, redeal) {
  const { board, past, future, moves, shuffles } = game;
  switch (action) {
    case "shuffle":
      return { ...advance(game, redeal(board, shuffles + 1)), shuffles: shuffles + 1 };
    case "undo":
      return { ...past, future: { board, future } };
    case "redo":
      return { ...future, past: { board, past } };
    case "resign":
      return { resigned: true };
    default:
      return { ...advance(game, moved(board, action)), moves: moves + 1 };
  }
}

/** @type {(game: Game, to: Board) => Partial<Game>} */
const advance = ({ board, past }, to) => ({ board: to, past: { board, past }, future: null });
