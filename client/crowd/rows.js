import { compare, ranked } from "../rules/ranking.js";

/** @import { GameView, Leaders, Nearby, Row } from "../net/messages.js" */
/**
 * A game of a large race that is known here. `seat` stands for the index that is not known: its colour follows from it.
 * `isApart`: games that are not known lie between it and the one before.
 * @typedef {Row & { seat: number, isApart: boolean }} KnownRow
 */

/** The lanes of the race bar in a large race. */
export const MAX_LANES = 10;
/** How many of them lie above the own one, or below it, as long as there are others above. */
const AROUND = 2;
/** The hues of seats repeat after so many. */
const SEATS = 360;

/** Stands for the index of a seat: the same for a game wherever it is shown. @param {string} game its id */
export function seatOf(game) {
  let hash = 0;
  for (const letter of game) hash = (hash * 31 + letter.charCodeAt(0)) % SEATS;
  return hash + 1;
}

/**
 * The games of a large race that are known, with their ranks, best first: the leaders and, around the own game, its
 * neighbours. The own game is as it is now, which may be ahead of both by some actions.
 * @type {(leaders: Leaders | null, nearby: Nearby | null, own: Row | null) => KnownRow[]}
 */
export function knownRows(leaders, nearby, own) {
  const first = leaders?.rows ?? [];
  const rows = newest([...first, ...(nearby?.rows ?? [])]);
  if (own) rows.set(own.game, { ...rows.get(own.game), ...own });
  const order = ranked(rows.values());
  const isNew = !!own && !first.some(({ game }) => game === own.game);
  // So far no game is missing, and places can be counted.
  const counted =
    first.length + Number(isNew && order.findIndex(({ game }) => game === own.game) < first.length);
  return order.map((row, i) => {
    const rank = i < counted ? row.rank : laterRank(/** @type {Row} */ (rows.get(row.game)), own, nearby);
    return { ...row, rank, seat: seatOf(row.game), isApart: i === counted && i > 0 && rank > i + 1 };
  });
}

/** Each game as its latest row has it. @type {(rows: Row[]) => Map<string, Row>} */
function newest(rows) {
  /** @type {Map<string, Row>} */
  const found = new Map();
  for (const row of rows) if (row.n >= (found.get(row.game)?.n ?? 0)) found.set(row.game, row);
  return found;
}

/** The rank of a neighbour, or of the own game: as it was said, and as the own game has moved since then. @type {(row: Row, own: Row | null, nearby: Nearby | null) => number} */
function laterRank(row, own, nearby) {
  if (!own || !nearby) return row.rank;
  const passed = (/** @type {Row} */ other) => passedBy(other, own, nearby.rank);
  const others = nearby.rows.filter(({ game }) => game !== own.game);
  if (row.game === own.game) return nearby.rank - others.reduce((sum, other) => sum + passed(other), 0);
  return row.rank + passed(row);
}

/** Whether the own game has passed another one (1), or that one the own (-1), since it had a rank. @type {(other: Row, own: Row, rank: number) => number} */
function passedBy(other, own, rank) {
  const wasBetter = other.rank < rank;
  const isBetter = compare(other, own) < 0;
  return Number(wasBetter) - Number(isBetter);
}

/** Those of the known games that have a lane: the leaders first, then the neighbours of the own one. @type {(rows: KnownRow[], own: string) => KnownRow[]} */
export function lanesAround(rows, own) {
  const at = rows.findIndex(({ game }) => game === own);
  const from = at < 0 ? rows.length : Math.max(0, at - AROUND);
  const near = rows.slice(from, Math.max(0, at) + AROUND + 1);
  const head = rows.slice(0, Math.min(from, MAX_LANES - near.length));
  const after = head.length === from ? rows.slice(from + near.length, MAX_LANES) : [];
  const shown = [...head, ...near, ...after].slice(0, MAX_LANES);
  return shown.map((row, i) => ({
    ...row,
    isApart: i > 0 && (row.isApart || shown[i - 1] !== rows[rows.indexOf(row) - 1]),
  }));
}
