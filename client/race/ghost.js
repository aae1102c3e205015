import { BoardThumbnail } from "../board/thumbnail.js";
import { t, timeText } from "../i18n/index.js";
import { game } from "../net/api.js";
import { playerName } from "../profile/link.js";
import { frameAt, framesOf } from "../replay/frames.js";
import { locked, ROWS, won } from "../rules/board.js";
import { isOver } from "../rules/game.js";
import { h } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { load } from "../ui/load.js";

/** @import { FinishedGame } from "../net/messages.js" */

/** Load a finished game as a ghost; null if that fails, which is said. @type {(id: string, signal: AbortSignal) => Promise<Ghost | null>} */
export async function loadGhost(id, signal) {
  try {
    return new Ghost(await load(game(id, signal), "people", "replay", "race/ghost.css"), signal);
  } catch (error) {
    await toastError(error, signal);
    return null;
  }
}

/** A finished game that is replayed beside the own one, in its own time. */
class Ghost {
  #thumbnail;
  #count = h("span", { class: "numbers" });
  /** The frame that is shown. */ #at = -1;

  /** @param {FinishedGame} found @param {AbortSignal} signal */
  constructor(found, signal) {
    this.frames = framesOf(found.replay);
    this.#thumbnail = new BoardThumbnail(signal);
    this.racer = h(
      "div",
      { class: "racer" },
      this.#thumbnail.element,
      h(
        "span",
        { class: "who" },
        h("span", { class: "prefix" }, t("ghostOf", { name: "" })),
        playerName(found.name),
      ),
      " ",
      this.#count,
      h("span", { class: "bar" }),
    );
    this.element = h("div", { class: "lanes ghost", role: "group", "aria-label": t("ghost") }, this.racer);
  }

  /** Show the ghost as it was this long after its start. @param {number} ms */
  show(ms) {
    const at = frameAt(this.frames, ms);
    if (at === this.#at) return;
    this.#at = at;
    const { game, ms: reachedAt } = this.frames[at];
    const total = ROWS * (game.variant.columns - 1);
    const count = locked(game.board);
    this.#thumbnail.show(game.board);
    this.racer.style.setProperty("--done", String(count / total));
    this.#count.textContent = won(game.board)
      ? `★ ${timeText(reachedAt)}`
      : `${count}/${total}${isOver(game) ? " ■" : ""}`;
  }
}
