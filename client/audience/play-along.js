import { BoardView } from "../board/board.js";
import { ordinalText, t } from "../i18n/index.js";
import { parseBoard } from "../rules/board.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { Shadow } from "./shadow.js";

/** @import { RoomReplica } from "../room/replica.js" */

/** Let a spectator play the same deal, for nobody but the spectator. @param {RoomReplica} replica @param {Shadow | null} before the one that was begun @returns {Shadow | null} */
export function playAlong(replica, before) {
  const { started, variant } = replica;
  if (!started || !variant) return null;
  const opening = parseBoard(started.board, variant);
  const isSame = before && String(before.opening) === String(opening);
  const shadow = isSame ? before : new Shadow(variant, opening);
  const end = new AbortController();
  const says = h("p", { class: "small soft", role: "status" });
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
      "div",
      { class: "stack play-along" },
      h("p", { class: "small soft" }, t("playAlongHelp")),
      h("div", { class: "stage" }, view.element),
      says,
      h(
        "div",
        { class: "row" },
        button(t("undo"), () => act(() => shadow.play("undo"))),
        button(t("startOver"), () => act(() => shadow.startOver()), { class: "btn quiet" }),
      ),
    ),
  );
  dialog.addEventListener("close", () => end.abort());
  show();
  return shadow;
}
