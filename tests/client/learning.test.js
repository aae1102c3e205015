import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../client/i18n/index.js";
import { legalMoves, moved, won } from "../../client/rules/board.js";
import { lesson, OPENING, VARIANT } from "../../client/screens/today/home.js";

await useLanguage("en");

test("the board of the first page can be solved in any order of moves, and never gets stuck", () => {
  const solved = [];
  const boards = [{ board: OPENING, moves: 0 }];
  for (const { board, moves } of boards) {
    if (won(board)) solved.push(moves);
    const next = legalMoves(board, VARIANT);
    assert.ok(next.length || won(board));
    for (const move of next) boards.push({ board: moved(board, move), moves: moves + 1 });
  }
  assert.deepEqual([...new Set(solved)], [4]);
});

test("it says the rule as the board lies, what a move has opened, and that it is solved", () => {
  assert.match(lesson(OPENING, null, false), /on its left/);
  assert.match(lesson(OPENING, null, true), /above it/);
  const [move] = legalMoves(OPENING, VARIANT);
  const from = OPENING.indexOf(move.card);
  assert.match(lesson(moved(OPENING, move), from, false), /gap for the 5 of spades/);
  let board = OPENING;
  for (let next = legalMoves(board, VARIANT); next.length; next = legalMoves(board, VARIANT))
    board = moved(board, next[0]);
  assert.match(lesson(board, 0, false), /Solved/);
});
