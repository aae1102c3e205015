// Enough of the rules for a server to check a move: suits of 13 ranks (0 is the ace), rows of 13 cells, and gaps.

export const COLUMNS = 13;
export const GAP = -1;
const TWO = 1;

/** A board of 52 cells on which the 2 of the first suit stands at the left end, and the row below begins with a gap. */
export function opening() {
  const cells = Array.from({ length: 52 }, (_, card) => (card % 13 ? card : GAP));
  [cells[0], cells[1]] = [cells[1], GAP];
  return cells;
}

/**
 * Play a card into a gap, as the rules allow it: a 2 at the left end, else the card that follows its left neighbour.
 * @param cells  the board, a list or anything that is read and written like one; changed if the move is legal
 * @returns whether it is legal
 */
export function play(cells, card, to) {
  const from = cells.indexOf(card);
  if (from < 0 || cells[to] !== GAP) return false;
  const before = cells[to - 1];
  const fits = to % COLUMNS ? before !== GAP && before % 13 < 12 && card === before + 1 : card % 13 === TWO;
  if (!fits) return false;
  cells[to] = card;
  cells[from] = GAP;
  return true;
}

/** The n-th move (from 1) of a game without end: a 2 goes from one left end to another, and back. */
export function move(n) {
  return { card: TWO, to: n % 2 ? COLUMNS : 0 };
}
