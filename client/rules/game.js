import { gapsFor, locked, moved, stuck, won } from "./board.js";
import { findCard, formatCard } from "./cards.js";
import { RulesError } from "./errors.js";

/** @import { Board, Move } from "./board.js" */
/** @import { Code } from "./errors.js" */
/** @import { Variant } from "./variants.js" */
/** @typedef {Move | "shuffle" | "undo" | "redo" | "resign"} Action */
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

/** 1 point a locked card, -5 a shuffle, +10 for a win without one. @type {(game: Game) => number} */
export const score = ({ board, shuffles }) =>
  locked(board) - 5 * shuffles + (won(board) && !shuffles ? 10 : 0);

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
 * What an allowed action changes. An undone shuffle stays spent, so that no number comes twice.
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

/** @type {(action: Action) => string} */
export const formatAction = (action) =>
  typeof action === "string" ? action : `${formatCard(action.card)}@${action.slot}`;

/** @throws {RulesError} bad_action @type {(text: string) => Action} */
export function parseAction(text) {
  const action = findAction(text);
  if (!action) throw new RulesError("bad_action", text);
  return action;
}

/** @type {(text: string) => Action | null} */
function findAction(text) {
  if (text === "shuffle" || text === "undo" || text === "redo" || text === "resign") return text;
  const [, name, slot] = text.match(/^(..)@(0|[1-9][0-9]*)$/) ?? [];
  const card = findCard(name);
  return card ? { card, slot: Number(slot) } : null;
}

/** @typedef {{ action: Action, ms: number }} Token an action and the milliseconds since the start */

/**
 * The tokens of a transcript, each read only when it is asked for; whether time goes on is not checked here.
 * @throws {RulesError} bad_transcript, at the number of the action
 * @type {(text: string) => Generator<Token, void>}
 */
export function* readTranscript(text) {
  for (const [i, word] of text ? text.split(" ").entries() : []) yield parseToken(word, i + 1);
}

/** @type {(text: string, n: number) => Token} */
function parseToken(text, n) {
  const [, name = "", ms] = text.match(/^([^:]*):(0|[1-9][0-9]{0,11})$/) ?? [];
  const action = findAction(name);
  if (!action) throw new RulesError("bad_transcript", text, n);
  return { action, ms: Number(ms) };
}

/** @type {(tokens: Token[]) => string} */
export const formatTranscript = (tokens) =>
  tokens.map(({ action, ms }) => `${formatAction(action)}:${ms}`).join(" ");
