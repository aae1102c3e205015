import { formatAction, parseAction } from "../../client/rules/actions.js";
import { formatBoard, gaps, parseBoard, takes } from "../../client/rules/board.js";
import { newGame, play } from "../../client/rules/game.js";
import { parseVariant } from "../../client/rules/variants.js";

/** @import { Token } from "../../client/rules/actions.js" */
/** @import { Board } from "../../client/rules/board.js" */
/** @import { Game, Redeal } from "../../client/rules/game.js" */
/** @import { Variant, VariantData } from "../../client/rules/variants.js" */

/** What assert.throws looks for. @type {(code: string, at?: number) => object} */
export const refused = (code, at = 0) => ({ name: "RulesError", code, at });

/** One move, KS@50, before the win. */
export const NEARLY_WON = [
  "2C3C4C5C6C7C8C9CTCJCQCKC--",
  "2D3D4D5D6D7D8D9DTDJDQDKD--",
  "2H3H4H5H6H7H8H9HTHJHQHKH--",
  "2S3S4S5S6S7S8S9STSJSQS--KS",
].join("/");

/** A board on which nothing moves: each gap is right of a King. */
export const STUCK = [
  "2C3C4C5C6C7C8C9CTCJCQCKC--",
  "2D3D4D5D6D7D8D9DTDJDQDKD--",
  "2H3H4H5H6H7H8H9HTHJHQHKH--",
  "2S4S3S5S6S7S8S9STSJSQSKS--",
].join("/");

/** @type {(variant: VariantData, board: string) => Game} */
export function gameAt(data, text) {
  const variant = parseVariant(data);
  return newGame(variant, parseBoard(text, variant));
}

/**
 * The game after some action texts; a shuffle leaves the board as it is, unless a redeal is given.
 * @type {(game: Game, texts: string[], redeal?: Redeal) => Game}
 */
export const playAll = (game, texts, redeal = (board) => board) =>
  texts.reduce((before, text) => play(before, parseAction(text), redeal), game);

/** The gaps that nothing can fill as the board stands. @type {(board: Board, variant: Variant) => number[]} */
export const deadGaps = (board, variant) => gaps(board).filter((gap) => !takes(board, gap, variant).length);

/** @type {(tokens: Token[]) => string} */
export const formatTranscript = (tokens) =>
  tokens.map(({ action, ms }) => `${formatAction(action)}:${ms}`).join(" ");

/** @type {(game: Game) => string} */
export const boardText = (game) => formatBoard(game.board);
