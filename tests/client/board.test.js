import assert from "node:assert/strict";
import test from "node:test";
import { formatAction } from "../../client/rules/actions.js";
import * as board from "../../client/rules/board.js";
import { formatCard, parseCard } from "../../client/rules/cards.js";
import { parseVariant } from "../../client/rules/variants.js";
import { deadGaps, NEARLY_WON, refused, STUCK } from "./helpers.js";

const MINI = parseVariant("mini");
const FILLED = parseVariant({ name: "mini", right_fill: true });
const TEXT = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--";

/** @type {(text: string, variant?: typeof MINI) => string[]} */
const moves = (text, variant = MINI) =>
  board.legalMoves(board.parseBoard(text, variant), variant).map(formatAction);

test("a board text round-trips", () => {
  assert.equal(board.formatBoard(board.parseBoard(TEXT, MINI)), TEXT);
  assert.equal(board.formatBoard(board.parseBoard(STUCK, parseVariant("gaps"))), STUCK);
});

test("whatever is no board is refused", () => {
  const rows = TEXT.split("/");
  const bad = [
    "",
    rows.slice(1).join("/"),
    [...rows, ""].join("/"),
    rows.join(""),
    `${TEXT}\n`,
    ` ${TEXT}`,
    TEXT.toLowerCase(),
    TEXT.replace("3S", "3C"), // twice 3C, no 3S
    TEXT.replace("3S", "--"), // five gaps
    TEXT.replace("--", "8S"), // not in this deck
    TEXT.replace("--", "3S"),
    TEXT.replace("3S", "S3"),
    TEXT.replace("--", "- "),
    TEXT.replace("3S--", "--").replace("/6H", "/6H3S"), // rows of different lengths
    STUCK,
  ];
  for (const text of bad) assert.throws(() => board.parseBoard(text, MINI), refused("bad_board"), text);
});

test("a gap takes the successor of its left neighbour, and any 2 at a left end", () => {
  assert.deepEqual(moves(TEXT), ["4S@1", "3C@5", "7H@8", "5S@27"]);
  const leftGap = "--3S2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--";
  assert.deepEqual(moves(leftGap).slice(0, 5), ["2C@0", "2D@0", "2H@0", "2S@0", "3C@5"]);
});

test("a 2 at a left end may move to another left end", () => {
  const text = "2C3C4C5C6C7C--/--2D4D5D6D7D3D/2H3H4H5H6H7H--/2S3S4S5S6S7S--";
  assert.deepEqual(moves(text), ["2C@7", "2D@7", "2H@7", "2S@7"]);
});

test("a gap right of the top rank or of a gap is dead", () => {
  const text = "3S2S2D3D2C7H6D/6H----7S5S4D7D/5H5C--3H2H6C7C/6S3C5D4C4H4S--";
  const slots = board.parseBoard(text, MINI);
  assert.deepEqual(deadGaps(slots, MINI), [9]);
  assert.deepEqual(board.takes(slots, 9, MINI), []);
});

test("with the right-neighbour fill a gap takes the card one lower too, after its left neighbour's", () => {
  assert.deepEqual(moves(TEXT, FILLED), ["4S@1", "3C@5", "5D@5", "7H@8", "2H@8", "5S@27"]);
});

test("with the right-neighbour fill one card by both neighbours is one move", () => {
  const text = "3S--5S3D2C--6D/6H--3H7S2D4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--";
  assert.deepEqual(
    moves(text, FILLED).filter((move) => move.endsWith("@1")),
    ["4S@1"],
  );
});

test("with the right-neighbour fill a left end still takes only 2s, and rows don't wrap", () => {
  const text = "--3S2D4D2C3D6D/6H--3H7S5S--7D/5H5C7H2H2S6C--/7C3C5D4C4H4S6S";
  assert.deepEqual(moves(text, FILLED), [
    "2C@0",
    "2D@0",
    "2H@0",
    "2S@0",
    "7H@8",
    "2H@8",
    "6S@12",
    "6D@12",
    "7C@20",
  ]);
});

test("locked cards are runs from 2 of one suit at the left end of each row", () => {
  const text = "2C3C4C--5D2D7C/2S3H4H5H6H7H--/3S4S5S6S7S--2H/4D5C6C3D6D7D--";
  const slots = board.parseBoard(text, MINI);
  assert.deepEqual(board.lockedSlots(slots), [0, 1, 2, 7]);
  assert.equal(board.locked(slots), 4);
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => board.runLength(slots, row)),
    [3, 1, 0, 0],
  );
});

test("a board is stuck when nothing moves, and won when every card is locked", () => {
  const variant = parseVariant("addiction");
  const [stuck, nearly] = [STUCK, NEARLY_WON].map((text) => board.parseBoard(text, variant));
  assert.deepEqual([board.stuck(stuck, variant), board.won(stuck)], [true, false]);
  assert.deepEqual([board.stuck(nearly, variant), board.won(nearly)], [false, false]);
  const won = board.moved(nearly, { card: parseCard("KS"), slot: 50 });
  assert.deepEqual([board.stuck(won, variant), board.won(won)], [true, true]);
});

test("a move leaves the board before it as it was", () => {
  const before = board.parseBoard(TEXT, MINI);
  const after = board.moved(before, { card: parseCard("4S"), slot: 1 });
  assert.equal(board.formatBoard(before), TEXT);
  assert.equal(board.formatBoard(after), "3S4S2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H----");
});

test("a card's gaps and what each gap takes say the same as the legal moves", () => {
  for (const variant of [MINI, FILLED]) {
    const slots = board.parseBoard(TEXT, variant);
    const legal = board.legalMoves(slots, variant);
    for (const { card, slot } of legal) {
      assert.ok(board.gapsFor(slots, card, variant).includes(slot), formatCard(card));
      assert.ok(board.takes(slots, slot, variant).includes(card), formatCard(card));
    }
    assert.deepEqual(board.gapsFor(slots, parseCard("7D"), variant), []);
  }
});
