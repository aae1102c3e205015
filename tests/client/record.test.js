import assert from "node:assert/strict";
import test from "node:test";
import { framesOf } from "../../client/replay/frames.js";
import { formatBoard, legalMoves } from "../../client/rules/board.js";
import { opening, parseSecret, redeal } from "../../client/rules/deal.js";
import { commitmentTo, keyOf } from "../../client/rules/draw.js";
import { newGame, play } from "../../client/rules/game.js";
import { replay, verifyRecord } from "../../client/rules/record.js";
import { parseVariant } from "../../client/rules/variants.js";
import { formatTranscript } from "./helpers.js";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/** A record of `mini`, whose opening has the moves 4S@1, 3C@5, 7H@8 and 5S@27. */
const RECORD = {
  version: 2,
  variant: "mini",
  origin: "chosen",
  code: "0123456789",
  secret: SECRET,
  seeds: [],
  commitment: committed("mini"),
  transcript: "4S@1:100 undo:250 redo:250 7H@8:1532",
  shuffled_boards: [],
};

/** @param {import("../../client/rules/variants.js").VariantData} variant */
function committed(variant, code = "0123456789") {
  return commitmentTo(parseVariant(variant), code, parseSecret(SECRET));
}

/** @type {(changes: object) => unknown} */
const fault = (changes) => {
  const result = verifyRecord({ ...RECORD, ...changes });
  assert.ok(!result.ok);
  assert.ok(result.error.message.length > 10);
  return [result.error.code, result.error.at];
};

test("a good record gives its outcome", () => {
  assert.deepEqual(verifyRecord(RECORD), {
    ok: true,
    won: false,
    locked: 0,
    score: 0,
    moves: 2,
    shuffles: 0,
    time_ms: 1532,
    board: "3S4S2D3D2C--6D/6H7H3H7S5S4D7D/5H5C--2H2S6C7C/6S3C5D4C4H----",
  });
});

test("an empty transcript leaves the opening, at 0 ms", () => {
  const result = verifyRecord({ ...RECORD, transcript: "" });
  assert.ok(result.ok);
  assert.deepEqual([result.moves, result.time_ms], [0, 0]);
  assert.equal(result.board, formatBoard(opening(parseVariant("mini"), "0123456789")));
});

test("a game played to its end by the rules verifies with the same board and counts", () => {
  const variant = parseVariant({ name: "addiction", shuffles: 4, right_fill: true });
  const key = keyOf(parseSecret(SECRET), []);
  /** @type {string[]} */
  const boards = [];
  let game = newGame(variant, opening(variant, RECORD.code));
  /** @type {import("../../client/rules/actions.js").Token[]} */
  const tokens = [];
  for (let n = 1; n <= 120; n++) {
    const moves = legalMoves(game.board, variant);
    const move = n % 7 === 0 ? "undo" : (moves[(n * 31) % moves.length] ?? "undo");
    const action = n % 25 === 0 ? "shuffle" : move;
    game = play(game, action, (board, k) => redeal(variant, board, key, k));
    if (action === "shuffle") boards.push(formatBoard(game.board));
    tokens.push({ action, ms: n * 10 });
  }
  const data = { name: "addiction", shuffles: 4, right_fill: true };
  const result = verifyRecord({
    ...RECORD,
    variant: data,
    commitment: committed(data),
    transcript: formatTranscript(tokens),
    shuffled_boards: boards,
  });
  assert.ok(result.ok);
  assert.deepEqual([result.board, result.moves], [formatBoard(game.board), game.moves]);
  assert.deepEqual([result.shuffles, result.time_ms], [4, 1200]);
});

test("a replay gives the game before the first action and after each", () => {
  const steps = [...replay(RECORD)];
  assert.deepEqual(
    steps.map(({ ms }) => ms),
    [0, 100, 250, 250, 1532],
  );
  assert.deepEqual(
    steps.map(({ game }) => game.n),
    [0, 1, 2, 3, 4],
  );
});

test("a record has exactly its fields", () => {
  const { secret, ...missing } = RECORD;
  const strange = [
    null,
    undefined,
    3,
    "text",
    [],
    [RECORD],
    {},
    missing,
    { ...RECORD, at: 1 },
    { ...missing, at: secret },
  ];
  for (const data of strange) {
    const result = verifyRecord(data);
    assert.ok(!result.ok);
    assert.deepEqual([result.error.code, result.error.at], ["bad_record", 0], JSON.stringify(data));
  }
  for (const field of ["code", "secret", "commitment", "transcript"])
    assert.deepEqual(fault({ [field]: 5 }), ["bad_record", 0], field);
});

test("faults before the first action are found in the order of the fields, at 0", () => {
  const bad = { commitment: "x", secret: "x", code: "x", variant: "x", transcript: "x" };
  assert.deepEqual(fault(bad), ["bad_variant", 0]);
  assert.deepEqual(fault({ ...bad, variant: "mini" }), ["bad_code", 0]);
  assert.deepEqual(fault({ ...bad, variant: "mini", code: RECORD.code }), ["bad_secret", 0]);
  assert.deepEqual(fault({ commitment: "x", transcript: "x" }), ["bad_commitment", 0]);
  assert.deepEqual(fault({ commitment: SECRET, transcript: "x" }), ["commitment_mismatch", 0]);
  assert.deepEqual(fault({ variant: { name: "strict", shuffles: 1 } }), ["bad_variant", 0]);
});

test("another secret than the committed one is found", () => {
  assert.deepEqual(fault({ secret: SECRET.replace("00", "01") }), ["commitment_mismatch", 0]);
});

test("another deal code than the committed one is found", () => {
  assert.deepEqual(fault({ code: "9876543210" }), ["commitment_mismatch", 0]);
});

test("time may stand still", () => {
  assert.equal(verifyRecord({ ...RECORD, transcript: "4S@1:100 undo:100" }).ok, true);
});

test("the first bad action decides, whether malformed or illegal", () => {
  assert.deepEqual(fault({ transcript: "4S@1:100 4S@1:200 nonsense" }), ["illegal_move", 2]);
  assert.deepEqual(fault({ transcript: "4S@1:100 nonsense 4S@1:200" }), ["bad_transcript", 2]);
  assert.deepEqual(fault({ transcript: "4S@1:100 7H@8:200 undo:150" }), ["time_goes_back", 3]);
  assert.deepEqual(fault({ transcript: "4S@1:100 4S@1:50" }), ["time_goes_back", 2]);
  assert.deepEqual(fault({ transcript: "4S@1:100 " }), ["bad_transcript", 2]);
  assert.deepEqual(fault({ transcript: "undo:1" }), ["nothing_to_undo", 1]);
  assert.deepEqual(fault({ transcript: "4S@1:1 redo:2" }), ["nothing_to_redo", 2]);
  assert.deepEqual(fault({ transcript: "shuffle:1" }), ["not_stuck", 1]);
  assert.deepEqual(fault({ transcript: "resign:1 undo:2" }), ["game_over", 2]);
  assert.deepEqual(fault({ transcript: "resign:2 undo:1" }), ["game_over", 2]);
  assert.deepEqual(fault({ transcript: "resign:1 nonsense" }), ["bad_transcript", 2]);
  assert.deepEqual(fault({ variant: "strict", commitment: committed("strict"), transcript: "shuffle:1" }), [
    "no_redeal",
    1,
  ]);
});

test("a game is shown alike from its record and from its shuffled boards", () => {
  const variant = parseVariant("addiction");
  const transcript = "shuffle:10 shuffle:20 undo:30 redo:40 undo:50 undo:60 shuffle:70";
  const key = keyOf(parseSecret(SECRET), []);
  const first = opening(variant, RECORD.code);
  const once = redeal(variant, first, key, 1);
  const shuffled = [once, redeal(variant, once, key, 2), redeal(variant, first, key, 3)].map(formatBoard);
  const commitment = committed("addiction");
  const shown = [
    ...replay({ ...RECORD, variant: "addiction", commitment, transcript, shuffled_boards: shuffled }),
  ];
  const told = {
    variant: { name: "addiction" },
    opening: formatBoard(first),
    transcript,
    shuffled_boards: shuffled,
  };
  assert.deepEqual(framesOf(told), shown);
});
