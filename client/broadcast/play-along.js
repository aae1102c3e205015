import { BoardView } from "../board/board.js";
import { ordinalText, t } from "../i18n/index.js";
import { LocalGame } from "../race/practice-game.js";
import { locked, parseBoard } from "../rules/board.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { note, row } from "../ui/parts.js";

/** @import { RoomReplica } from "../net/replica.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { Board } from "../rules/board.js" */
/** @import { Game } from "../rules/game.js" */
/** @import { Variant } from "../rules/variants.js" */

/**
 * A spectator's own play of the deal of a race, which only this page knows. It begins with the opening that spectators
 * have seen, and has no shuffles.
 */
export class Shadow extends LocalGame {
  /** @param {Variant} variant @param {Board} opening */
  constructor(variant, opening) {
    super({ ...variant, shuffles: 0, shuffle_when: null }, opening, (board) => board);
  }

  /** Play an action, unless it is refused. @param {Action} action */
  play(action) {
    if (!this.refusal(action)) super.play(action);
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
