import { BoardView } from "../board/board.js";
import { ordinalText, t } from "../i18n/index.js";
import { locked, parseBoard } from "../rules/board.js";
import { isOver, newGame, play, refusal } from "../rules/game.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { note, row } from "../ui/parts.js";

/** @import { RoomReplica } from "../net/replica.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { Variant } from "../rules/variants.js" */

/** A redeal is never asked: the shuffles of a race that runs are secret. @type {(board: Board) => Board} */
const NO_REDEAL = (board) => board;

/**
 * A spectator's own play of the deal of a race, which only this page knows. It begins with the opening that spectators
 * have seen, and has no shuffles.
 */
export class Shadow {
  /** @type {Game} */ game;

  /** @param {Variant} variant @param {Board} opening */
  constructor(variant, opening) {
    this.variant = { ...variant, shuffles: 0, shuffle_when: null };
    this.opening = opening;
    this.game = newGame(this.variant, opening);
  }

  /** Play an action, unless it is not allowed. @param {Action} action */
  play(action) {
    if (!refusal(this.game, action)) this.game = play(this.game, action, NO_REDEAL);
  }

  startOver() {
    this.game = newGame(this.variant, this.opening);
  }

  get isOver() {
    return isOver(this.game);
  }

  /** Number of cards in place. */
  get locked() {
    return locked(this.game.board);
  }

  /** The place that as many cards would have now. @param {readonly { locked: number }[]} rivals */
  place(rivals) {
    return 1 + rivals.filter((each) => each.locked > this.locked).length;
  }
}

/** Let a spectator play the same deal, for nobody but the spectator. @param {RoomReplica} replica @param {Shadow | null} before the one that was begun @returns {Shadow | null} */
export function playAlong(replica, before) {
  const { started, variant } = replica;
  if (!started || !variant) return null;
  const opening = parseBoard(started.board, variant);
  const isSame = before && String(before.opening) === String(opening);
  const shadow = isSame ? before : new Shadow(variant, opening);
  const end = new AbortController();
  const says = h("p.small.soft", { role: "status" });
  const view = new BoardView(t("playAlong"), end.signal, (move) => act(() => shadow.play(move)));
  const show = () => {
    view.show(shadow.game.board, shadow.variant, { isLive: !shadow.isOver, isWon: shadow.isOver });
    const n = shadow.locked;
    says.textContent = t("playAlongPlace", {
      n,
      place: ordinalText(shadow.place([...replica.games.values()])),
    });
  };
  const act = (/** @type {() => void} */ action) => {
    action();
    show();
  };
  const dialog = openDialog(
    t("playAlong"),
    h(
      "div.stack.play-along",
      note(t("playAlongHelp")),
      h("div.stage", view.element),
      says,
      row(
        button(t("undo"), () => act(() => shadow.play("undo"))),
        button(t("startOver"), () => act(() => shadow.startOver()), { class: "btn quiet" }),
      ),
    ),
  );
  dialog.addEventListener("close", () => end.abort());
  show();
  return shadow;
}
