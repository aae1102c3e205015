import assert from "node:assert/strict";
import test from "node:test";
import { formatBoard, gaps, lockedSlots, parseBoard } from "../../client/rules/board.js";
import { opening, parseCode, parseCommitment, parseSecret, redeal } from "../../client/rules/deal.js";
import { parseVariant, VARIANTS } from "../../client/rules/variants.js";
import { refused, STUCK } from "./helpers.js";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/** @type {(name: string, text: string, k?: number) => string} */
const redealt = (name, text, k = 1) => {
  const variant = parseVariant(name);
  return formatBoard(redeal(variant, parseBoard(text, variant), parseSecret(SECRET), k));
};

test("the opening of code 0123456789 is the known answer", () => {
  const expected = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--";
  assert.equal(formatBoard(opening(parseVariant("mini"), "0123456789")), expected);
});

test("an opening and every redeal hold each card once", () => {
  for (const variant of VARIANTS) {
    const board = opening(variant, "GAPRACE002");
    assert.equal(formatBoard(parseBoard(formatBoard(board), variant)), formatBoard(board));
    if (variant.shuffle_when === null) continue;
    const after = redeal(variant, board, parseSecret(SECRET), 1);
    assert.equal(formatBoard(parseBoard(formatBoard(after), variant)), formatBoard(after));
  }
});

test("Montana's 2s start in the left column in suit order", () => {
  const rows = formatBoard(opening(parseVariant("montana"), "0123456789")).split("/");
  assert.deepEqual(
    rows.map((row) => row.slice(0, 2)),
    ["2C", "2D", "2H", "2S"],
  );
});

test("shuffles of different numbers differ, and each is the same every time", () => {
  const boards = [1, 2, 3, 10].map((k) => redealt("spaces", STUCK, k));
  assert.equal(new Set(boards).size, 4);
  assert.equal(redealt("spaces", STUCK, 2), boards[1]);
});

test("a shuffle keeps what its variant keeps and puts the gaps where it wants them", () => {
  const [addiction, gapsBoard, paganini] = ["addiction", "gaps", "paganini"].map((name) =>
    parseBoard(redealt(name, STUCK), parseVariant(name)),
  );
  for (const slot of lockedSlots(parseBoard(STUCK, parseVariant("gaps")))) {
    assert.equal(addiction[slot], parseBoard(STUCK, parseVariant("addiction"))[slot]);
    assert.equal(gapsBoard[slot], addiction[slot]);
  }
  assert.deepEqual(gaps(gapsBoard), [12, 25, 38, 40]); // after each run: three complete rows, and one 2
  assert.deepEqual(gaps(paganini), [12, 25, 38, 39]); // at the left end of the unfinished row
});

test("a shuffle of a complete board leaves it complete where gaps follow the run", () => {
  const won = STUCK.replace("4S3S", "3S4S");
  assert.equal(redealt("gaps", won), won);
  assert.equal(redealt("paganini", won), won);
});

test("a variant without a redeal refuses it", () => {
  assert.throws(() => redealt("strict", STUCK), refused("no_redeal"));
});

test("a typed deal code may have any case, look-alikes and hyphens", () => {
  assert.equal(parseCode("0123456789"), "0123456789");
  assert.equal(parseCode("oil-aBc-DEz-y"), "011ABCDEZY");
  assert.equal(parseCode("OIL-ABC-DEZ-Y-"), "011ABCDEZY");
});

test("whatever is no deal code is refused", () => {
  for (const text of ["", "012345678", "01234567890", "U123456789", "u123456789", "012345678 ", "012345678*"])
    assert.throws(() => parseCode(text), refused("bad_code"), text);
  for (const text of ["012345678\u0131", "012345678\u017f", "012345678\u212a", "012345678\u0663"])
    assert.throws(() => parseCode(text), refused("bad_code"), text);
});

test("secrets and commitments are 64 lower-case hexadecimal digits", () => {
  assert.deepEqual([...parseSecret(SECRET)], [...Array(32).keys()]);
  assert.equal(parseCommitment(SECRET), SECRET);
  for (const text of [
    "",
    SECRET.slice(1),
    `${SECRET}0`,
    SECRET.toUpperCase(),
    ` ${SECRET.slice(1)}`,
    `${SECRET}\n`,
  ]) {
    assert.throws(() => parseSecret(text), refused("bad_secret"), text);
    assert.throws(() => parseCommitment(text), refused("bad_commitment"), text);
  }
});

test("no sentence about a secret shows it", () => {
  const almost = `${SECRET}0`;
  assert.throws(
    () => parseSecret(almost),
    (/** @type {Error} */ error) => !error.message.includes(almost.slice(0, 8)),
  );
});
