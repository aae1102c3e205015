import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { RoomReplica } from "../../client/net/replica.js";
import { formatAction } from "../../client/rules/actions.js";
import * as board from "../../client/rules/board.js";
import { opening, parseSecret, redeal } from "../../client/rules/deal.js";
import * as draw from "../../client/rules/draw.js";
import { hex } from "../../client/rules/hex.js";
import { verifyRecord } from "../../client/rules/record.js";
import { parseVariant } from "../../client/rules/variants.js";
import { deadGaps } from "./helpers.js";
import { RACE, STARTED, STARTING, welcome } from "./stage.js";

const PATH = new URL("../vectors/shared.json", import.meta.url);

/** @type {(list: string) => any[]} */
function vectors(list) {
  assert.ok(
    existsSync(PATH),
    "tests/vectors/shared.json is missing: write it with python -m tests.vectors.generate",
  );
  const found = JSON.parse(readFileSync(PATH, "utf8"))[list];
  assert.ok(found?.length, `tests/vectors/shared.json has no ${list}`);
  return found;
}

test("every opening is dealt as by the server", () => {
  for (const { variant, code, board: text } of vectors("openings"))
    assert.equal(board.formatBoard(opening(parseVariant(variant), code)), text, `${variant} ${code}`);
});

test("every redeal is dealt as by the server", () => {
  for (const vector of vectors("redeals")) {
    const variant = parseVariant(vector.variant);
    const before = board.parseBoard(vector.board, variant);
    const after = redeal(variant, before, parseSecret(vector.secret), vector.k);
    assert.equal(board.formatBoard(after), vector.redealt, JSON.stringify(vector));
  }
});

test("every position has the server's moves in the server's order, and the same facts", () => {
  for (const vector of vectors("positions")) {
    const variant = parseVariant(vector.variant);
    const position = board.parseBoard(vector.board, variant);
    const facts = {
      variant: vector.variant,
      board: board.formatBoard(position),
      moves: board.legalMoves(position, variant).map(formatAction),
      locked: board.locked(position),
      dead: deadGaps(position, variant),
      stuck: board.stuck(position, variant),
      won: board.won(position),
    };
    assert.deepEqual(facts, vector);
  }
});

test("every draw has the server's commitments, key and codes", () => {
  for (const vector of vectors("draws")) {
    const variant = parseVariant(vector.variant);
    const secret = parseSecret(vector.secret);
    const key = draw.keyOf(secret, vector.seeds.map(draw.parseSeed));
    const found = {
      rules: draw.rulesText(variant),
      commitment: draw.commitmentTo(variant, "", secret),
      commitment_with_code: draw.commitmentTo(variant, vector.code, secret),
      key: hex(key),
      drawn: draw.drawnCode(key),
      candidate_code: draw.candidateCode(secret, vector.candidate),
    };
    assert.deepEqual({ ...vector, ...found }, vector);
  }
});

test("every record gets the server's verdict", () => {
  for (const { record, result } of [...vectors("records"), ...vectors("drawn_records")]) {
    const found = verifyRecord(record);
    if (result.ok) assert.deepEqual(found, result);
    else assert.deepEqual(verdict(found), verdict(result), JSON.stringify(record));
  }
});

/** A fault without its sentence. @type {(result: any) => unknown} */
const verdict = ({ ok, error }) => ({ ok, code: error?.code, at: error?.at });

test("after every event of a race the order is that of the server's standings", () => {
  for (const { variant, board: text, games, steps } of vectors("races")) {
    const replica = new RoomReplica();
    const seats = games.map((/** @type {string} */ game) => ({ game, player: `player of ${game}` }));
    replica.apply(welcome({ you: { id: seats[0].player, name: "", seated: true } }));
    replica.apply({ ...STARTING, race: { ...RACE, variant: { name: variant }, seats } });
    replica.apply({ ...STARTED, board: text });
    for (const { event, ranks } of steps) {
      replica.apply(event);
      const shown = Object.fromEntries(replica.order.map(({ game, rank }) => [game, rank]));
      assert.deepEqual(shown, ranks, JSON.stringify(event));
    }
  }
});
