import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBoard } from "../../client/rules/board.js";
import { boardOf, boardsOf, filmOf } from "../../client/screens/today/puzzle-try.js";

/** @import { Puzzle } from "../../client/net/wire.js" */

/** @type {Puzzle} */
const OPEN = {
  id: "p1",
  variant: { name: "mini" },
  board: "2S3S4S5S6S--7H/2H3H4H5H6H--7S/2D3D4D5D6D7D--/2C3C4C5C6C7C--",
  state: "open",
  found: [],
};
/** @type {Puzzle} */
const FAILED = {
  ...OPEN,
  state: "failed",
  found: ["7S@5"],
  solution: { line: ["7S@5", "7H@12"], win: [], boards: 12, wrong: "7H@12", refutation: [] },
};

test("an open puzzle shows the moves that were found and has nothing to click through", () => {
  assert.equal(formatBoard(boardOf(OPEN)), OPEN.board);
  assert.equal(formatBoard(boardOf({ ...OPEN, found: ["7S@5"] })).slice(0, 14), "2S3S4S5S6S7S7H");
  assert.equal(filmOf(OPEN, "line"), null);
});

test("a puzzle that is over has the line that wins and, after a wrong move, its refutation", () => {
  const line = filmOf(FAILED, "line");
  assert.equal(line?.length, 3);
  assert.equal(formatBoard(line[2]).slice(0, 14), "2S3S4S5S6S7S--");
  assert.equal(filmOf(FAILED, "refutation")?.length, 3);
  const solved = { ...FAILED, solution: { line: ["7S@5", "7H@12"], win: [], boards: 12 } };
  assert.equal(filmOf(solved, "refutation"), null);
});

test("boards lead from the puzzle through the moves", () => {
  const boards = boardsOf(OPEN, ["7S@5", "7H@12"]).map(formatBoard);
  assert.equal(boards[0], OPEN.board);
  assert.equal(new Set(boards).size, 3);
});
