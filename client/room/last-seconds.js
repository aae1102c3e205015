import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { frameAt, framesOf } from "../replay/frames.js";
import { h } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { isStill } from "../ui/motion.js";
import { row } from "../ui/parts.js";

/** @import { Standing } from "../net/messages.js" */
/** @import { Frame } from "../replay/frames.js" */

/** What is shown of a race: so long before its winner was there, and at most so long after (ms). */
const BEFORE_MS = 7000;
const AFTER_MS = 3000;

/**
 * The last seconds of the two leaders of a race, side by side, at the same moments. None, if their games may not be seen.
 * @type {(standings: Standing[], signal: AbortSignal) => Promise<HTMLElement | null>}
 */
export async function lastSeconds(standings, signal) {
  const leaders = standings.slice(0, 2);
  const games = await Promise.all(leaders.map(({ game: id }) => game(id, signal))).catch(() => null);
  return (
    games &&
    new LastSeconds(
      leaders,
      games.map(({ replay }) => framesOf(replay)),
      signal,
    ).element
  );
}

class LastSeconds {
  #time = h("span.numbers.small.soft", { "aria-hidden": "true" });
  /** When the film that is shown began, by the clock of the page: a later one ends it. */ #began = 0;

  /** @param {Standing[]} leaders @param {Frame[][]} games @param {AbortSignal} signal */
  constructor(leaders, games, signal) {
    this.games = games;
    this.signal = signal;
    this.boards = leaders.map(() => new BoardThumbnail(signal));
    const [first, second] = games.map((frames) => frames[frames.length - 1].ms);
    this.from = Math.max(0, first - BEFORE_MS);
    this.to = Math.max(first, Math.min(second, first + AFTER_MS));
    this.element = h(
      "section.panel.last-seconds",
      { "aria-label": t("lastSeconds") },
      row(h("h3", t("lastSeconds")), this.#time),
      h(
        "div.race-grid",
        { onclick: () => this.#play() },
        ...leaders.map(({ name }, i) => h("figure", this.boards[i].element, h("figcaption.small", name))),
      ),
    );
    if (isStill()) this.#show(this.to);
    else this.#play();
  }

  #play() {
    const began = performance.now();
    this.#began = began;
    const frame = () => {
      if (this.signal.aborted || this.#began !== began) return;
      const ms = Math.min(this.to, this.from + performance.now() - began);
      this.#show(ms);
      if (ms < this.to) requestAnimationFrame(frame);
    };
    frame();
  }

  /** Show both games as they were at a time of the race. @param {number} ms */
  #show(ms) {
    for (const [i, frames] of this.games.entries())
      this.boards[i].show(frames[frameAt(frames, ms)].game.board);
    const text = exactTimeText(ms).slice(0, -2);
    if (this.#time.textContent !== text) this.#time.textContent = text;
  }
}
