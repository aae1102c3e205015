import assert from "node:assert/strict";
import test from "node:test";
import { finishing, gameState } from "../../client/race/state.js";
import { moved, parseBoard, won } from "../../client/rules/board.js";
import { formatCard } from "../../client/rules/cards.js";
import { newGame } from "../../client/rules/game.js";
import { MINI } from "./stage.js";

/** The moves that finish a board, as cards, and the board after them. @param {string} text */
function finished(text) {
  const board = parseBoard(text, MINI);
  const game = newGame(MINI, board);
  const moves = finishing(gameState({ game, undo: 0, redo: 0, isOver: false }, false), MINI);
  return (
    moves && { cards: moves.map(({ card }) => formatCard(card)), isWon: won(moves.reduce(moved, board)) }
  );
}

test("a board on which only cards have to be put in place is finished by those moves", () => {
  assert.deepEqual(finished("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H----6H/2S3S4S5S6S7S7H"), {
    cards: ["7C", "6H", "7H"],
    isWon: true,
  });
});

test("a board that needs another move, or has many cards left, is played by hand", () => {
  assert.equal(finished("2C3C4C5C6C7D7C/2D3D4D5D6D----/2H3H4H5H6H7H--/2S3S4S5S6S--7S")?.isWon, true);
  assert.equal(finished("2C3C4C5C7C--6C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--"), null, "stuck");
  assert.equal(finished("2C3C4C5C6C7C--/--2D3D4D5D6D7D/--2H3H4H5H6H7H/--2S3S4S5S6S7S"), null, "18 cards");
});
