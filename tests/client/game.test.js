import assert from "node:assert/strict";
import test from "node:test";
import * as actions from "../../client/rules/actions.js";
import { readTranscript } from "../../client/rules/actions.js";
import { formatBoard, legalMoves } from "../../client/rules/board.js";
import * as game from "../../client/rules/game.js";
import { boardText, formatTranscript, gameAt, NEARLY_WON, playAll, refused, STUCK } from "./helpers.js";

const TEXT = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--";
const STUCK_MINI = "2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S4S3S5S6S7S--";
const noRedeal = () => assert.fail("no redeal was asked for");

test("moves are numbered and counted, undone ones included", () => {
  const played = playAll(gameAt("mini", TEXT), ["4S@1", "undo", "7H@8", "undo", "redo"]);
  assert.deepEqual([played.n, played.moves, played.shuffles], [5, 2, 0]);
});

test("undo returns to the board before, redo to the board after", () => {
  const start = gameAt("mini", TEXT);
  const two = playAll(start, ["4S@1", "7H@8"]);
  assert.equal(boardText(playAll(two, ["undo", "undo"])), TEXT);
  assert.equal(boardText(playAll(two, ["undo", "undo", "redo", "redo"])), boardText(two));
  assert.equal(boardText(playAll(two, ["undo"])), boardText(playAll(start, ["4S@1"])));
});

test("a game is never changed by its next action", () => {
  const start = gameAt("mini", TEXT);
  const one = playAll(start, ["4S@1"]);
  const copy = structuredClone(one);
  playAll(one, ["7H@8", "undo", "undo", "redo"]);
  assert.deepEqual(one, copy);
  assert.equal(boardText(start), TEXT);
});

test("a new move clears what could be redone", () => {
  const played = playAll(gameAt("mini", TEXT), ["4S@1", "undo", "7H@8"]);
  assert.throws(() => game.play(played, "redo", noRedeal), refused("nothing_to_redo", 4));
});

test("there is nothing to undo at the start and nothing to redo at the end", () => {
  const start = gameAt("mini", TEXT);
  assert.throws(() => game.play(start, "undo", noRedeal), refused("nothing_to_undo", 1));
  assert.throws(() => game.play(playAll(start, ["4S@1"]), "redo", noRedeal), refused("nothing_to_redo", 2));
});

test("an undone shuffle stays spent, redoing it spends nothing, and the next one has the next number", () => {
  /** @type {number[]} */
  const asked = [];
  const opening = gameAt("addiction", NEARLY_WON);
  const redealt = gameAt("addiction", STUCK).board;
  /** @type {game.Redeal} */
  const redeal = (_, k) => {
    asked.push(k);
    return redealt;
  };
  const undone = playAll(opening, ["shuffle", "undo"], redeal);
  assert.deepEqual([boardText(undone), undone.shuffles], [NEARLY_WON, 1]);
  const redone = playAll(undone, ["redo"], redeal);
  assert.deepEqual([boardText(redone), redone.shuffles], [STUCK, 1]);
  const again = playAll(undone, ["shuffle", "undo"], redeal);
  assert.deepEqual([again.shuffles, asked], [2, [1, 2]]);
  assert.throws(
    () => playAll(undone, ["shuffle", "shuffle", "shuffle"], redeal),
    refused("no_shuffle_left", 5),
  );
});

test("a new shuffle clears what could be redone", () => {
  const played = playAll(gameAt("addiction", NEARLY_WON), ["shuffle", "undo", "shuffle"]);
  assert.equal(game.refusal(played, "redo"), "nothing_to_redo");
});

test("a redeal gets the board as it lies", () => {
  const after = game.play(gameAt("addiction", STUCK), "shuffle", (board, k) => {
    assert.deepEqual([formatBoard(board), k], [STUCK, 1]);
    return board;
  });
  assert.equal(after.shuffles, 1);
});

test("a shuffle is refused without a redeal, then when all are spent, then when not stuck", () => {
  assert.equal(game.refusal(gameAt("mini", TEXT), "shuffle"), "not_stuck");
  assert.equal(game.refusal(gameAt("mini", STUCK_MINI), "shuffle"), null);
  assert.equal(game.refusal(gameAt({ name: "mini", shuffles: 0 }, TEXT), "shuffle"), "no_shuffle_left");
  assert.equal(game.refusal(gameAt("strict", STUCK), "shuffle"), "no_redeal");
  assert.equal(game.refusal(gameAt("addiction", NEARLY_WON), "shuffle"), null);
});

test("an illegal move is refused and changes nothing", () => {
  const start = gameAt("mini", TEXT);
  for (const text of ["4S@0", "4S@5", "4S@99", "KS@1", "3S@1", "2C@1"])
    assert.throws(() => playAll(start, [text]), refused("illegal_move", 1), text);
  assert.equal(boardText(start), TEXT);
});

test("after a win or a resignation every action is refused", () => {
  const won = playAll(gameAt("addiction", NEARLY_WON), ["KS@50"]);
  const resigned = playAll(gameAt("mini", TEXT), ["4S@1", "resign"]);
  for (const over of [won, resigned])
    for (const text of ["undo", "redo", "shuffle", "resign", "4S@1"])
      assert.throws(() => playAll(over, [text]), refused("game_over", over.n + 1), text);
  assert.ok(game.isOver(won) && game.isOver(resigned) && !game.isOver(gameAt("mini", TEXT)));
});

test("every legal move is allowed", () => {
  const start = gameAt("mini", TEXT);
  for (const move of legalMoves(start.board, start.variant)) assert.equal(game.refusal(start, move), null);
});

test("the score is a point a locked card, less 5 a shuffle, and 10 more for a win without one", () => {
  const start = gameAt("addiction", NEARLY_WON);
  assert.equal(game.score(start), 47);
  assert.equal(game.score(playAll(start, ["KS@50"])), 58);
  assert.equal(game.score(playAll(start, ["shuffle", "KS@50"])), 43);
  assert.equal(game.score(playAll(start, ["shuffle", "undo", "KS@50"])), 43);
  assert.equal(game.score(playAll(gameAt("mini", TEXT), ["4S@1", "resign"])), 0);
});

test("action texts round-trip", () => {
  for (const text of ["6D@27", "2C@0", "KS@51", "shuffle", "undo", "redo", "resign"])
    assert.equal(actions.formatAction(actions.parseAction(text)), text);
});

const BAD_ACTIONS = ["", "move", "Undo", "undo ", "6D", "6D@", "6D@027", "6D@-1", "6D@+1", "6D@2.0", "6d@27"];

test("whatever is no action is refused", () => {
  for (const text of [...BAD_ACTIONS, "--@3", "10D@3", "6D@27 ", " 6D@27", "6D@27\n", "6D@٣", "constructor"])
    assert.throws(() => actions.parseAction(text), refused("bad_action"), text);
});

test("transcripts round-trip", () => {
  for (const text of ["", "6D@27:1532 shuffle:2044 undo:3000", "resign:0", "undo:999999999999"])
    assert.equal(formatTranscript([...readTranscript(text)]), text);
});

test("a malformed token is refused at its number", () => {
  const tokens = [
    ...BAD_ACTIONS.map((text) => `${text}:5`),
    "undo",
    "undo:",
    "undo:05",
    "undo:-1",
    "undo:1.5",
  ];
  for (const token of [...tokens, "undo:1000000000000", "undo:5:5", ":5", "undo:5\n", "undo:1e3", "undo:٣"])
    assert.throws(() => [...readTranscript(`redo:1 ${token}`)], refused("bad_transcript", 2), token);
});

test("tokens are joined by single spaces", () => {
  /** @type {[string, number][]} */
  const cases = [
    [" ", 1],
    [" undo:1", 1],
    ["undo:1 ", 2],
    ["undo:1  undo:2", 2],
    ["undo:1\tundo:2", 1],
  ];
  for (const [text, at] of cases)
    assert.throws(() => [...readTranscript(text)], refused("bad_transcript", at), JSON.stringify(text));
});

test("a transcript is read only as far as it is asked for", () => {
  const tokens = readTranscript("undo:5 nonsense");
  assert.deepEqual(tokens.next().value, { action: "undo", ms: 5 });
});
