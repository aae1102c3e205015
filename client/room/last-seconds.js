import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { playerName } from "../people/names.js";
import { ReplayClock } from "../replay/clock.js";
import { frameAt, framesOf } from "../replay/frames.js";
import { locked } from "../rules/board.js";
import { button, h, icon } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { isStill } from "../ui/motion.js";
import { row } from "../ui/parts.js";

/** @typedef {{ standing: wire.Standing, frames: Frame[] }} Leader one of the two best games of a race, with its play */

/** How much of a race is shown, and at most so much after its winner was there (ms). */
const LENGTH_MS = 10_000;
const AFTER_MS = 3000;

/** The two best games of a race; rejected, if they may not be seen. @type {(standings: wire.Standing[], signal: AbortSignal) => Promise<Leader[]>} */
export const leadersOf = (standings, signal) =>
  Promise.all(
    standings.slice(0, 2).map(async (standing) => {
      const { replay } = await game(standing.game, signal);
      return { standing, frames: framesOf(replay) };
    }),
  );

/** When the film of two games begins and ends (ms since the start of the race). @param {Leader[]} leaders */
export function spanOf(leaders) {
  const [first, second] = leaders.map(({ frames }) => frames[frames.length - 1].ms);
  const to = Math.max(first, Math.min(second, first + AFTER_MS));
  return { from: Math.max(0, to - LENGTH_MS), to };
}

/** The last ten seconds of the two best games of a race, side by side, at the same moments. */
export class LastSeconds {
  #time = h("span.numbers.small.soft", { "aria-hidden": "true" });

  /** @param {Leader[]} leaders @param {AbortSignal} signal */
  constructor(leaders, signal) {
    this.leaders = leaders;
    this.span = spanOf(leaders);
    this.clock = new ReplayClock(this.span.to, () => this.#show(this.clock.ms), signal, 1);
    this.boards = leaders.map(() => new BoardThumbnail(signal));
    this.element = h(
      "section.panel.last-seconds",
      { "aria-label": t("lastSeconds") },
      row(
        h("h3", t("lastSeconds")),
        this.#time,
        button([icon("start"), t("filmAgain")], () => this.#play(), "btn quiet"),
      ),
      h("div.race-grid", ...leaders.map((leader, i) => this.#figure(leader, this.boards[i]))),
    );
    if (isStill()) this.clock.seek(this.span.to);
    else this.#play();
  }

  /** A board, and in words what happens to it. @param {Leader} leader @param {BoardThumbnail} board */
  #figure({ standing, frames }, board) {
    const [from, to] = [this.span.from, this.span.to].map((ms) =>
      locked(frames[frameAt(frames, ms)].game.board),
    );
    const name = playerName(standing.name);
    return h(
      "figure",
      board.element,
      h(
        "figcaption.small",
        { dir: "auto" },
        name,
        h("span.visually-hidden", ` ${t("filmOf", { from, to })}`),
      ),
    );
  }

  #play() {
    this.clock.seek(this.span.from);
    if (!this.clock.isRunning) this.clock.toggle();
  }

  /** Show both games as they were at a time of the race. @param {number} ms */
  #show(ms) {
    for (const [i, { frames }] of this.leaders.entries())
      this.boards[i].show(frames[frameAt(frames, ms)].game.board);
    const text = exactTimeText(ms).slice(0, -2);
    if (this.#time.textContent !== text) this.#time.textContent = text;
  }
}
