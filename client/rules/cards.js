import { RulesError } from "./errors.js";
/** @typedef {number} Card `suit * 16 + rank`: suits 0 to 3, ranks 2 to 13 */

export const GAP = 0;
export const SUITS = "CDHS";
const RANKS = "23456789TJQK";

/** @type {(card: Card) => number} */
export const suit = (card) => card >> 4;

/** 2 to 13, or 0 for a gap. @type {(card: Card) => number} */
export const rank = (card) => card & 15;

/**
 * The cards up to a top rank, in the order of their tokens: clubs, diamonds, hearts, spades, each 2 upward.
 * @type {(top: number) => Card[]}
 */
export const deck = (top) =>
  [0, 1, 2, 3].flatMap((suit) => Array.from({ length: top - 1 }, (_, i) => suit * 16 + i + 2));

/** @type {readonly Card[]} */
export const TWOS = deck(2);

/** `2C` to `KS`, and `--` for a gap. @type {(card: Card) => string} */
export const formatCard = (card) => (card === GAP ? "--" : RANKS[rank(card) - 2] + SUITS[suit(card)]);

const CARDS = new Map(deck(13).map((card) => [formatCard(card), card]));

/** The card of a text, or undefined where there is none. @type {(text: string) => Card | undefined} */
export const findCard = (text) => CARDS.get(text);

/** @throws {RulesError} bad_card @type {(text: string) => Card} */
export function parseCard(text) {
  const card = findCard(text);
  if (card === undefined) throw new RulesError("bad_card", text);
  return card;
}
