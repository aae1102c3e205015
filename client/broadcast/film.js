/** @import { GameView } from "../net/messages.js" */
/** @import { Board } from "../rules/board.js" */
/** A game as it was from a time on (ms since the start). @typedef {{ ms: number, game: GameView, board: Board | undefined }} Frame */

/** What comes so much before its time by the delayed clock waits for it (ms). */
const SLACK_MS = 1500;

/**
 * The games of a race as they are shown. When a race ends, the server sends at once what spectators have not seen yet:
 * here it waits for its time, so that nobody misses the end.
 */
export class Film {
  /** @type {Map<string, GameView>} */ games = new Map();
  /** @type {Map<string, Board>} */ boards = new Map();
  /** What is not shown yet, in the order in which it came. @type {Frame[]} */ #frames = [];
  /** Up to when it is shown (ms). */ #shownMs = -Infinity;

  /** Whether something is not shown yet. */
  get isBehind() {
    return this.#frames.length > 0;
  }

  /** Show these games as they are now. @param {ReadonlyMap<string, GameView>} games @param {ReadonlyMap<string, Board>} boards */
  jump(games, boards) {
    this.games = new Map(games);
    this.boards = new Map(boards);
    this.#frames = [];
  }

  /** Take a game as it is from a time on, and not before what is known of it already. @param {Frame} frame */
  add(frame) {
    const before = this.#frames.findLast(({ game }) => game.game === frame.game.game);
    const waits = frame.ms > this.#shownMs + SLACK_MS;
    this.#frames.push({ ...frame, ms: Math.max(waits ? frame.ms : 0, before?.ms ?? 0) });
  }

  /** Show everything up to a time; return whether anything has changed. @param {number} ms */
  advance(ms) {
    this.#shownMs = ms;
    const due = this.#frames.filter((frame) => frame.ms <= ms);
    if (!due.length) return false;
    this.#frames = this.#frames.filter((frame) => frame.ms > ms);
    for (const frame of due) this.#show(frame);
    return true;
  }

  /** @param {Frame} frame */
  #show({ game, board }) {
    this.games.set(game.game, game);
    if (board) this.boards.set(game.game, board);
    else this.boards.delete(game.game);
  }
}
