import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { game } from "../net/api.js";
import { playerName } from "../profile/link.js";
import { frameAt, framesOf } from "../replay/frames.js";
import { locked, won } from "../rules/board.js";
import { isOver } from "../rules/game.js";
import { h } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { load } from "../ui/load.js";

/** @import { FinishedGame } from "../net/messages.js" */
/** @import { Racer } from "./state.js" */

/** Load a finished game as a ghost; null if that fails, which is said. @type {(id: string, signal: AbortSignal) => Promise<Ghost | null>} */
export async function loadGhost(id, signal) {
  try {
    return new Ghost(await load(game(id, signal), "race/bar.css"), signal);
  } catch (error) {
    await toastError(error);
    return null;
  }
}

/** A finished game that is replayed beside the own one, in its own time. */
class Ghost {
  #thumbnail;
  /** The frame that is shown. */ #shown = -1;

  /** @param {FinishedGame} found @param {AbortSignal} signal */
  constructor(found, signal) {
    this.name = t("ghostOf", { name: playerName(found.name) });
    this.frames = framesOf(found.replay);
    /** Since when it has this many locked cards, by frame (ms). @type {number[]} */ this.reached = [0];
    for (const [i, frame] of this.frames.entries()) {
      const isSame = i === 0 || locked(frame.game.board) === locked(this.frames[i - 1].game.board);
      this.reached[i] = isSame ? (this.reached[i - 1] ?? 0) : frame.ms;
    }
    this.#thumbnail = new BoardThumbnail(signal);
    this.element = h("div", { class: "ghost" }, this.#thumbnail.element);
  }

  /** The ghost as it was this long after its start, with its board. @type {(ms: number) => Racer} */
  at(ms) {
    const at = frameAt(this.frames, ms);
    const { game } = this.frames[at];
    if (at !== this.#shown) this.#thumbnail.show(game.board);
    this.#shown = at;
    const { board, moves, n, shuffles } = game;
    const isWon = won(board);
    return {
      game: "ghost",
      player: "",
      name: this.name,
      n,
      moves,
      shuffles,
      locked: locked(board),
      reached_ms: this.reached[at],
      won: isWon,
      ended: isOver(game),
    };
  }
}
