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

/** The last ten seconds of the two best games of a race, side by side, at the same moments. @param {Leader[]} leaders @param {AbortSignal} signal */
export function lastSeconds(leaders, signal) {
  const span = spanOf(leaders);
  const time = h("span.numbers.small.soft", { "aria-hidden": "true" });
  const boards = leaders.map(() => new BoardThumbnail(signal));
  const show = () => {
    for (const [i, { frames }] of leaders.entries()) boards[i].show(boardAt(frames, clock.ms));
    const text = exactTimeText(clock.ms).slice(0, -2);
    if (time.textContent !== text) time.textContent = text;
  };
  const clock = new ReplayClock(span.to, show, signal, 1);
  const play = () => {
    clock.seek(span.from);
    if (!clock.isRunning) clock.toggle();
  };
  if (isStill()) clock.seek(span.to);
  else play();
  return h(
    "section.panel.last-seconds",
    { "aria-label": t("lastSeconds") },
    row(h("h3", t("lastSeconds")), time, button([icon("start"), t("filmAgain")], play, "btn quiet")),
    h("div.race-grid", ...leaders.map((leader, i) => figure(leader, boards[i].element, span))),
  );
}

/** @type {(frames: Frame[], ms: number) => Board} */
const boardAt = (frames, ms) => frames[frameAt(frames, ms)].game.board;

/** A board, and its events in words. @type {(leader: Leader, board: HTMLElement, span: { from: number, to: number }) => HTMLElement} */
function figure({ standing, frames }, board, span) {
  const [from, to] = [span.from, span.to].map((ms) => locked(boardAt(frames, ms)));
  return h(
    "figure",
    board,
    h(
      "figcaption.small",
      { dir: "auto" },
      playerName(standing.name),
      h("span.visually-hidden", ` ${t("filmOf", { from, to })}`),
    ),
  );
}
