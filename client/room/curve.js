import { t } from "../i18n/index.js";
import { compareSplits } from "../replay/splits.js";
import { locked, ROWS } from "../rules/board.js";
import { h } from "../ui/dom.js";
import { s } from "../ui/svg.js";

/** @import { Standing } from "../net/messages.js" */
/** @import { Frame } from "../replay/frames.js" */
/** @import { SplitComparison } from "../replay/splits.js" */

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
    "figure",
    { class: "curve" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("curve") },
      ...games.map((frames, i) =>
        s("polyline", { points: points(frames, end), class: i ? "second" : "first" }),
      ),
    ),
    h(
      "figcaption",
      { class: "small" },
      h("span", { class: "first" }, first.name),
      " · ",
      h("span", { class: "second" }, second.name),
      text && h("p", {}, text),
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
export function points(frames, end) {
  const all = ROWS * (frames[0].game.variant.columns - 1);
  const x = (/** @type {number} */ ms) => Math.round(MARGIN + (ms / end) * (WIDTH - 2 * MARGIN));
  const y = (/** @type {number} */ n) => Math.round(HEIGHT - MARGIN - (n / all) * (HEIGHT - 2 * MARGIN));
  const heights = frames.map(({ game }) => y(locked(game.board)));
  return frames
    .flatMap(({ ms }, i) => [`${x(ms)},${heights[Math.max(0, i - 1)]}`, `${x(ms)},${heights[i]}`])
    .join(" ");
}
