import assert from "node:assert/strict";
import test from "node:test";
import { deck, formatCard, parseCard, rank, suit } from "../../client/rules/cards.js";
import { refused } from "./helpers.js";

test("a deck has its cards in token order", () => {
  assert.equal(deck(13).length, 48);
  assert.equal(deck(7).map(formatCard).join(" ").slice(0, 20), "2C 3C 4C 5C 6C 7C 2D");
});

test("a card is its suit and rank in one number", () => {
  const card = parseCard("TS");
  assert.deepEqual([card, suit(card), rank(card)], [3 * 16 + 10, 3, 10]);
});

test("card texts round-trip", () => {
  for (const card of deck(13)) assert.equal(parseCard(formatCard(card)), card);
});

test("whatever is no card is refused", () => {
  for (const text of ["", "--", "1C", "AC", "10C", "6d", "kS", "6X", "C6", "6D ", " 6D", "6", "__proto__"])
    assert.throws(() => parseCard(text), refused("bad_card"), text);
});
