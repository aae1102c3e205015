import { BoardThumbnail } from "../board/thumbnail.js";
import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { compareSplits, frameAt, framesOf } from "../replay/frames.js";
import { locked, ROWS } from "../rules/board.js";
import { button, h, s } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { isStill } from "../ui/motion.js";
import { row } from "../ui/parts.js";

/** @import { Standing } from "../net/messages.js" */
/** @import { Frame, SplitComparison } from "../replay/frames.js" */

const WIDTH = 320;
const HEIGHT = 96;
const MARGIN = 4;

/** The cards in place of the two leaders over time, and where the first took the lead for good. @type {(leaders: Standing[], games: Frame[][]) => HTMLElement} */
export function curve(leaders, games) {
  const end = Math.max(1, ...games.map((frames) => frames[frames.length - 1].ms));
  const [first, second] = leaders;
  const split = decisive(compareSplits(games[0], games[1]));
  const text = split ? t("decidedAt", { name: first.name, n: split.n }) : "";
  return h(
    "figure.curve",
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("curve") },
      ...games.map((frames, i) =>
        s("polyline", { points: stairPoints(frames, end), class: i ? "second" : "first" }),
      ),
    ),
    h(
      "figcaption.small",
      h("span.first", first.name),
      " · ",
      h("span.second", second.name),
      text && h("p", text),
    ),
  );
}

/** The split from which on the first game was always ahead of the other. @type {(splits: SplitComparison[]) => SplitComparison | null} */
export function decisive(splits) {
  const cards = splits.filter(({ name }) => name === "cards");
  const behind = cards.findLastIndex(({ lead }) => lead <= 0);
  return cards[behind + 1] ?? null;
}

/** A stair: cards stay in place until the next one is. @type {(frames: Frame[], end: number) => string} */
export function stairPoints(frames, end) {
  const all = ROWS * (frames[0].game.variant.columns - 1);
  const x = (/** @type {number} */ ms) => Math.round(MARGIN + (ms / end) * (WIDTH - 2 * MARGIN));
  const y = (/** @type {number} */ n) => Math.round(HEIGHT - MARGIN - (n / all) * (HEIGHT - 2 * MARGIN));
  const heights = frames.map(({ game }) => y(locked(game.board)));
  return frames
    .flatMap(({ ms }, i) => [`${x(ms)},${heights[Math.max(0, i - 1)]}`, `${x(ms)},${heights[i]}`])
    .join(" ");
}

/** What is shown of a race: so long before its winner was there, and at most so long after (ms). */
const BEFORE_MS = 6000;
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
      "section.last-seconds",
      { "aria-label": t("lastSeconds") },
      row(
        h("h3", t("lastSeconds")),
        this.#time,
        button(t("watchAgain"), () => this.#play(), { class: "btn quiet small" }),
      ),
      h(
        "div.race-grid",
        ...leaders.map(({ name }, i) => h("figure", this.boards[i].element, h("figcaption.small", name))),
      ),
      curve(leaders, games),
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
