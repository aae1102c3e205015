/** A game as it was from a time on (ms since the start). @typedef {{ ms: number, game: wire.GameView, board: Board | undefined }} Shot */

/** A frame that comes so much before its time by the delayed clock waits for it (ms). */
const SLACK_MS = 1500;

/**
 * The games of a race as they are shown. When a race ends, the server sends at once what spectators have not seen yet:
 * here it waits for its time, so that nobody misses the end.
 */
export class Recording {
  /** @type {Map<string, wire.GameView>} */ games = new Map();
  /** @type {Map<string, Board>} */ boards = new Map();
  /** The frames that are not shown yet, in the order in which they came. @type {Shot[]} */ #frames = [];
  /** Up to when it is shown (ms). */ #shownMs = -Infinity;
  /** The frames that were shown, in their order. @type {Shot[]} */ #past = [];
  /** From when on it was shown (ms since the start). */ from = Infinity;

  /** Whether something is not shown yet. */
  get isBehind() {
    return this.#frames.length > 0;
  }

  /** Show these games as they are now. @param {ReadonlyMap<string, wire.GameView>} games @param {ReadonlyMap<string, Board>} boards */
  jump(games, boards) {
    this.games = new Map(games);
    this.boards = new Map(boards);
    this.#frames = [];
    const ms = this.#shownMs;
    this.#past.push(...[...games].map(([id, game]) => ({ ms, game, board: boards.get(id) })));
  }

  /** The games as they were shown at a time. @param {number} ms @returns {{ games: Map<string, wire.GameView>, boards: Map<string, Board> }} */
  at(ms) {
    const known = new Map(
      this.#past.filter((frame) => frame.ms <= ms).map((frame) => [frame.game.game, frame]),
    );
    const seen = [...known.values()];
    const boards = seen.flatMap(({ game, board }) =>
      board ? [/** @type {const} */ ([game.game, board])] : [],
    );
    return { games: new Map(seen.map(({ game }) => [game.game, game])), boards: new Map(boards) };
  }

  /** Take a game as it is from a time on, and not before its last known time. @param {Shot} frame */
  add(frame) {
    const before = this.#frames.findLast(({ game }) => game.game === frame.game.game);
    const waits = frame.ms > this.#shownMs + SLACK_MS;
    this.#frames.push({ ...frame, ms: Math.max(waits ? frame.ms : 0, before?.ms ?? 0) });
    this.#past.push({ ...frame, ms: frame.ms || Math.max(0, this.#shownMs) });
  }

  /** Show everything up to a time; return whether anything has changed. @param {number} ms */
  advance(ms) {
    this.#shownMs = ms;
    this.from = Math.min(this.from, ms);
    const due = this.#frames.filter((frame) => frame.ms <= ms);
    if (!due.length) return false;
    this.#frames = this.#frames.filter((frame) => frame.ms > ms);
    for (const { game, board } of due) {
      this.games.set(game.game, game);
      if (board) this.boards.set(game.game, board);
      else this.boards.delete(game.game);
    }
    return true;
  }
}
