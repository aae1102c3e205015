import { formatAction, parseAction } from "../rules/actions.js";
import { formatBoard, won } from "../rules/board.js";
import { newGame, play, refusal } from "../rules/game.js";
import { randomHex } from "../rules/hex.js";
import { every, onAbort } from "../ui/timers.js";

/**
 * A game, and how many of its actions can be undone and redone: its past and future may be known only in part.
 * @typedef {{ game: Game, undo: number, redo: number, isOver: boolean }} Position
 */
/** @typedef {"rolled back" | "resend" | "old"} Outcome the effect of a refusal */

const SEED_BYTES = 16;

/** A redeal is never predicted: only the server knows the shuffles. */
const UNPREDICTABLE = () => {
  throw new Error("a shuffle cannot be predicted");
};

/**
 * The player's own game: the position that the server has confirmed, with the history that the server does not send,
 * and the actions sent since. The optimistic position, which is shown, is always computed from these two.
 */
export class PredictedGame {
  /** @type {Position} */ #confirmed;
  /** The actions that are not answered yet, in order. @type {readonly wire.Act[]} */ #pending = [];
  /** The optimistic position, until something changes. @type {Position | null} */ #computed = null;

  /**
   * Contribute to the draw of the next race of a session: once for each commitment, and again over a new connection.
   * @param {RoomSession} session @param {wire.Event} event that it has followed
   */
  static contribute(session, { t }) {
    const { replica, seeds } = session;
    const { commitment } = replica.room ?? {};
    if (!commitment || (t !== "welcome" && seeds.has(commitment))) return;
    const seed = seeds.get(commitment) ?? randomHex(SEED_BYTES);
    seeds.set(commitment, seed);
    session.send({ t: "seed", commitment, seed });
  }

  /** @param {wire.GameView} view @param {Board} board @param {Variant} variant */
  constructor(view, board, variant) {
    this.id = view.game;
    this.#confirmed = withoutHistory(view, board, variant);
  }

  get pending() {
    return this.#pending;
  }

  /** The position after everything pending, as far as that can be predicted. @returns {Position} */
  get optimistic() {
    this.#computed ??= predictedAll(this.#confirmed, this.#pending);
    return this.#computed;
  }

  /** Whether the server has confirmed that it is over. */
  get isOver() {
    return this.#confirmed.isOver;
  }

  /** Whether something pending cannot be predicted: nothing more can be done until it is answered. */
  get isWaiting() {
    return this.optimistic.game.n < this.#confirmed.game.n + this.#pending.length;
  }

  /** Return why an action would be refused, or null. @type {(action: Action) => string | null} */
  refusal(action) {
    const { game, undo, redo, isOver } = this.optimistic;
    if (isOver) return "game_over";
    if (this.isWaiting) return "wait";
    if (action === "undo" && undo > 0) return null;
    if (action === "redo" && redo > 0) return null;
    return refusal(game, action);
  }

  /** Do an action that is not refused; return the command to send. @type {(action: Action) => wire.Act} */
  act(action) {
    /** @type {wire.Act} */
    const act = { t: "act", game: this.id, n: this.optimistic.game.n + 1, action: formatAction(action) };
    this.#set(this.#confirmed, [...this.#pending, act]);
    return act;
  }

  /**
   * Follow an event of the server. `view` and `board` are the game after it.
   * @type {(event: wire.Event, view: wire.GameView, board: Board) => Outcome | null}
   */
  follow(event, view, board) {
    const { n } = this.#confirmed.game;
    if (event.t === "refused" && event.command === "act") return this.#refused(event, view, board);
    if (event.t === "acted" && event.game === this.id && event.n === n + 1) this.#acted(event, view, board);
    else if (event.t === "welcome" || event.t === "snapshot" || view.n > n) this.#reconcile(view, board);
    return null;
  }

  /** @type {(confirmed: Position, pending: readonly wire.Act[]) => void} */
  #set(confirmed, pending) {
    this.#confirmed = confirmed;
    this.#pending = pending;
    this.#computed = null;
  }

  /**
   * Follow the server by one action. The first pending one is answered by it; an action of another tab takes the place
   * of all that is pending.
   * @param {wire.Acted} acted @param {wire.GameView} view @param {Board} board
   */
  #acted({ n, action }, view, board) {
    const [first, ...rest] = this.#pending;
    const isOurs = first?.n === n && first.action === action;
    this.#set(stepped(this.#confirmed, parseAction(action), view, board), isOurs ? rest : []);
  }

  /**
   * Take the game as the server has it. Pending actions that it contains were accepted; the rest stays pending.
   * @param {wire.GameView} view @param {Board} board
   */
  #reconcile(view, board) {
    const done = this.#pending.filter((act) => act.n <= view.n);
    const expected = predictedAll(this.#confirmed, done);
    const isExpected = expected.game.n === view.n && formatBoard(expected.game.board) === view.board;
    const confirmed = isExpected
      ? withCounts(expected, view)
      : withoutHistory(view, board, this.#confirmed.game.variant);
    const isBroken = view.ended || (done.length > 0 && !isExpected);
    const rest = this.#pending.slice(done.length);
    this.#set(confirmed, isBroken || (rest.length && rest[0].n !== view.n + 1) ? [] : rest);
  }

  /** @type {(refused: wire.Refused, view: wire.GameView, board: Board) => Outcome} */
  #refused({ code, n, game }, view, board) {
    const at = this.#pending.findIndex((act) => act.n === n);
    if (at < 0) return "old";
    const isOvertaken = code === "wrong_number" && at > 0 && game && this.#pending[0].n === game.n + 1;
    if (code === "too_fast" || code === "try_again" || isOvertaken) return "resend";
    this.#set(this.#confirmed, this.#pending.slice(0, at));
    this.#reconcile(view, board);
    return "rolled back";
  }
}

/** A position of which nothing is known but what the server sends. @type {(view: wire.GameView, board: Board, variant: Variant) => Position} */
const withoutHistory = (view, board, variant) =>
  withCounts({ game: newGame(variant, board), undo: 0, redo: 0, isOver: false }, view);

/** A position with the numbers of the server. @type {(position: Position, view: wire.GameView) => Position} */
const withCounts = (
  { game },
  { n, moves, shuffles, undoable: undo = 0, redoable: redo = 0, ended = false },
) => ({
  game: { ...game, n, moves, shuffles },
  undo,
  redo,
  isOver: ended,
});

/** The position after some actions, or after those before the first that cannot be predicted. @type {(position: Position, acts: readonly wire.Act[]) => Position} */
function predictedAll(position, acts) {
  for (const { action } of acts) {
    const next = predicted(position, parseAction(action));
    if (!next) break;
    position = next;
  }
  return position;
}

/** The position after an action, or null if only the server knows it. @type {(position: Position, action: Action) => Position | null} */
function predicted({ game, undo, redo, isOver }, action) {
  if (isOver || action === "shuffle" || refusal(game, action)) return null;
  const after = play(game, action, UNPREDICTABLE);
  const counts = { undo: [undo - 1, redo + 1], redo: [undo + 1, redo - 1], resign: [undo, redo] };
  const [undoAfter, redoAfter] = typeof action === "string" ? counts[action] : [undo + 1, 0];
  return { game: after, undo: undoAfter, redo: redoAfter, isOver: after.resigned || won(after.board) };
}

/** The position after an action that the server has confirmed. @type {(position: Position, action: Action, view: wire.GameView, board: Board) => Position} */
function stepped(position, action, view, board) {
  const next = predicted(position, action);
  if (next && formatBoard(next.game.board) === view.board) return withCounts(next, view);
  const { game } = position;
  const past = action === "shuffle" ? { board: game.board, past: game.past } : null;
  const future = action === "undo" ? { board: game.board, future: game.future } : null;
  return withCounts({ ...position, game: { ...game, board, past, future } }, view);
}

/** Slower than the server's limit of commands (ms). */
const STEP_MS = 70;

/**
 * Begin a game with the actions of another one on the same deal, so that it goes on from its position. An action of
 * the player ends that. @param {string[]} actions @param {RoomSession} session @param {AbortSignal} signal of the screen
 */
export function playAhead(actions, session, signal) {
  const over = new AbortController();
  onAbort(signal, () => over.abort());
  let n = 0;
  const step = () => {
    const { own } = session;
    if (!own) return;
    if (n === actions.length || own.optimistic.game.n !== n) return over.abort();
    const code = session.act(parseAction(actions[n]));
    if (!code) n++;
    else if (code !== "wait") over.abort();
  };
  every(STEP_MS, step, over.signal);
}
