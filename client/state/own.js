import { formatAction, parseAction } from "../rules/actions.js";
import { formatBoard, won } from "../rules/board.js";
import { newGame, play, refusal } from "../rules/game.js";

/** @import { Board } from "../rules/board.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { Act, Acted, GameView, Refused } from "../net/messages.js" */
/**
 * A game, and how much of it can be undone and redone: its own past and future may be known only in part.
 * @typedef {{ game: Game, undo: number, redo: number, isOver: boolean }} Known
 */
/** @typedef {"rolled back" | "again" | "old"} Refusal what a refusal comes to */

/** A redeal is never foreseen. */
const UNFORESEEN = () => {
  throw new Error("only the server knows the shuffles");
};

/**
 * One's own game: what the server has confirmed, and on top what was done since, shown at once, kept until it
 * is answered. A shuffle, and an undo into a past that is not known here, have to be waited for.
 */
export class OwnGame {
  /** @type {Known} */ #confirmed;
  /** @type {Act[]} */ #pending = [];
  /** @type {Known} */ #shown;

  /** @param {GameView} view @param {Board} board @param {Variant} variant */
  constructor(view, board, variant) {
    this.id = view.game;
    this.#confirmed = this.#shown = fresh(view, board, variant);
  }

  /** As it will be when all that is pending is accepted. */
  get shown() {
    return this.#shown;
  }

  /** What has not been answered, in order. @returns {readonly Act[]} */
  get pending() {
    return this.#pending;
  }

  /** Whether something pending cannot be foreseen: nothing more can be done until it is answered. */
  get isWaiting() {
    return this.#pending.length > 0 && this.#shown.game.n < this.#pending[this.#pending.length - 1].n;
  }

  /** Why an action would be refused, or null. @type {(action: Action) => string | null} */
  refusal(action) {
    const { game, undo, redo, isOver } = this.#shown;
    if (isOver) return "game_over";
    if (this.isWaiting) return "wait";
    if (action === "undo" && undo > 0) return null;
    if (action === "redo" && redo > 0) return null;
    return refusal(game, action);
  }

  /** Does an action that is not refused; gives what is to be sent. @type {(action: Action) => Act} */
  act(action) {
    /** @type {Act} */
    const act = { t: "act", game: this.id, n: this.#shown.game.n + 1, action: formatAction(action) };
    this.#pending.push(act);
    this.#shown = foreseen(this.#shown, action) ?? this.#shown;
    return act;
  }

  /**
   * Follows the server by one action. Ours is pending no longer; another one (of another tab) takes its place.
   * @param {Acted} acted @param {Action} action @param {GameView} view @param {Board} board
   */
  acted(acted, action, view, board) {
    if (acted.n !== this.#confirmed.game.n + 1) return this.know(view, board);
    const [first] = this.#pending;
    if (first?.n === acted.n && first.action === acted.action) this.#pending.shift();
    else this.#pending = [];
    this.#confirmed = stepped(this.#confirmed, action, view, board);
    this.#foresee();
  }

  /**
   * The game as it is by the server. What was pending and is in it already was accepted; the rest stays.
   * @param {GameView} view @param {Board} board
   */
  know(view, board) {
    const done = this.#pending.filter((act) => act.n <= view.n);
    /** @type {Known | null} */
    let known = this.#confirmed;
    for (const act of done) known = known && foreseen(known, parseAction(act.action));
    const isSame = known?.game.n === view.n && formatBoard(known.game.board) === view.board;
    this.#confirmed =
      isSame && known ? counted(known, view) : fresh(view, board, this.#confirmed.game.variant);
    this.#pending = view.ended || (done.length && !isSame) ? [] : this.#pending.slice(done.length);
    if (this.#pending.length && this.#pending[0].n !== view.n + 1) this.#pending = [];
    this.#foresee();
  }

  /** Takes a refusal of an action; `know` comes before it, with the true game. @type {(refused: Refused) => Refusal} */
  refused({ code, n, game }) {
    const at = this.#pending.findIndex((act) => act.n === n);
    if (at < 0) return "old";
    const overtook = code === "wrong_number" && at > 0 && game && this.#pending[0].n === game.n + 1;
    if (code === "too_fast" || code === "try_again" || overtook) return "again";
    this.#pending = this.#pending.slice(0, at);
    this.#foresee();
    return "rolled back";
  }

  #foresee() {
    this.#shown = this.#confirmed;
    for (const act of this.#pending) {
      const next = foreseen(this.#shown, parseAction(act.action));
      if (!next) break;
      this.#shown = next;
    }
  }
}

/** @type {(view: GameView, board: Board, variant: Variant) => Known} */
const fresh = (view, board, variant) =>
  counted({ game: newGame(variant, board), undo: 0, redo: 0, isOver: false }, view);

/** With the numbers that the server tells. @type {(known: Known, view: GameView) => Known} */
const counted = (
  { game },
  { n, moves, shuffles, undoable: undo = 0, redoable: redo = 0, ended = false },
) => ({
  game: { ...game, n, moves, shuffles },
  undo,
  redo,
  isOver: ended,
});

/** The game after an action, or null where only the server knows. @type {(known: Known, action: Action) => Known?} */
function foreseen({ game, undo, redo, isOver }, action) {
  if (isOver || action === "shuffle" || refusal(game, action)) return null;
  const after = play(game, action, UNFORESEEN);
  const steps = { undo: [undo - 1, redo + 1], redo: [undo + 1, redo - 1], resign: [undo, redo] };
  const [u, r] = typeof action === "string" ? steps[action] : [undo + 1, 0];
  return { game: after, undo: u, redo: r, isOver: after.resigned || won(after.board) };
}

/** The game after an action that the server tells of. @type {(known: Known, action: Action, view: GameView, board: Board) => Known} */
function stepped(known, action, view, board) {
  const next = foreseen(known, action);
  if (next && formatBoard(next.game.board) === view.board) return counted(next, view);
  const { game } = known;
  const isShuffle = action === "shuffle";
  const past = isShuffle ? { board: game.board, past: game.past } : null;
  const future = action === "undo" ? { board: game.board, future: game.future } : null;
  return counted({ ...known, game: { ...game, board, past, future } }, view);
}
