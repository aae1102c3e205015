import { Mini } from "../board/thumbnail.js";
import { t, timeText } from "../i18n/index.js";
import { game } from "../net/api.js";
import { personText } from "../profile/link.js";
import { frames } from "../replay/frames.js";
import { frameAt } from "../replay/splits.js";
import { locked, ROWS, won } from "../rules/board.js";
import { isOver } from "../rules/game.js";
import { h } from "../ui/dom.js";
import { sayProblem } from "../ui/errors.js";
import { load } from "../ui/load.js";

/** @import { FinishedGame } from "../net/messages.js" */
/** @import { Race } from "./screen.js" */
/** @import { Frame } from "../replay/splits.js" */

const TICK_MS = 100;

/** A finished game that is played again beside one's own, in its own time. */
export class Ghost {
  #mini = new Mini();
  #count = h("span", { class: "num" });
  #at = -1;

  /** @param {FinishedGame} found */
  constructor(found) {
    /** @type {Frame[]} */
    this.frames = [...frames(found.replay)];
    this.lane = h(
      "div",
      { class: "rival" },
      this.#mini.element,
      h(
        "span",
        { class: "who" },
        h("span", { class: "prefix" }, t("ghostOf", { name: "" })),
        personText(found.name),
      ),
      " ",
      this.#count,
      h("span", { class: "bar" }),
    );
    this.element = h("div", { class: "rivals spectre", role: "group", "aria-label": t("ghost") }, this.lane);
  }

  /** Shows it as it was so long after its start. @param {number} ms */
  show(ms) {
    const at = frameAt(this.frames, ms);
    if (at === this.#at) return;
    this.#at = at;
    const { game, ms: done } = this.frames[at];
    const all = ROWS * (game.variant.columns - 1);
    const count = locked(game.board);
    this.#mini.show(game.board);
    this.lane.style.setProperty("--done", String(count / all));
    this.#count.textContent = won(game.board)
      ? `★ ${timeText(done)}`
      : `${count}/${all}${isOver(game) ? " ■" : ""}`;
  }
}

/** Puts a ghost beside the board of a race, in the time of that race. @type {(id: string, race: Race) => Promise<void>} */
export async function meetGhost(id, race) {
  try {
    const ghost = new Ghost(
      await load(game(id), "people", "replay", "profile/people.css", "replay/replay.css"),
    );
    const tick = () => ghost.show(race.session.clock.now() - race.race.starts_at);
    tick();
    race.side.prepend(ghost.element);
    race.element.classList.remove("alone");
    const timer = setInterval(() => (race.element.isConnected ? tick() : clearInterval(timer)), TICK_MS);
  } catch (error) {
    await sayProblem(error);
  }
}
