import { t, timeText } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { impsText, numberText } from "../ui/numbers.js";
import { s } from "../ui/svg.js";

/** @typedef {{ ms?: number, locked?: number, imps: number }} Compared another game of the example: won in a time, or lost with so many cards locked */

const OWN_MS = 240_000;
/** What a win in four minutes makes against others (`play/duplicate.py`). @type {Compared[]} */
const EXAMPLE = [
  { ms: 120_000, imps: -7 },
  { ms: 200_000, imps: -2 },
  { ms: 480_000, imps: 7 },
  { locked: 40, imps: 13 },
  { locked: 22, imps: 14 },
];
const WIDTH = 320;
const HEIGHT = 172;
/** Of a bar, of a comparison by one IMP, of a line of text. */
const BAR = 34;
const IMP = 5;
const LINE = 14;
const BASE = 98;

/** How games are compared, in a sentence and a picture. @param {boolean} [hasTitle] */
export function explained(hasTitle = true) {
  const mean = EXAMPLE.reduce((sum, { imps }) => sum + imps, 0) / EXAMPLE.length;
  const step = WIDTH / EXAMPLE.length;
  const values = EXAMPLE.map(({ imps }) => whole(imps)).join(", ");
  const text = t("explainedPicture", { time: timeText(OWN_MS), values, mean: impsText(mean) });
  return h(
    "section",
    { class: "plain explained" },
    hasTitle && h("h3", {}, t("explainedTitle")),
    h("p", { class: "small" }, t("explained")),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": text },
      ...EXAMPLE.flatMap((compared, i) => bar(compared, (i + 0.5) * step)),
      s("line", { x1: 0, x2: WIDTH, y1: BASE, y2: BASE, class: "base" }),
      s("line", { x1: 0, x2: WIDTH, y1: BASE - mean * IMP, y2: BASE - mean * IMP, class: "mean" }),
      s(
        "text",
        { x: 4, y: BASE - mean * IMP - 4, class: "mean" },
        t("comparedMean", { mean: impsText(mean) }),
      ),
    ),
  );
}

/** A bar from the base up for a game that was worse, and down for one that was better. @type {(compared: Compared, x: number) => SVGElement[]} */
function bar({ ms, locked, imps }, x) {
  const height = Math.abs(imps) * IMP;
  const top = imps > 0 ? BASE - height : BASE;
  const name = ms ? t("comparedWon", { time: timeText(ms) }) : t("comparedLost", { n: Number(locked) });
  return [
    s("rect", { x: x - BAR / 2, y: top, width: BAR, height, rx: 3, class: imps > 0 ? "ahead" : "behind" }),
    s("text", { x, y: imps > 0 ? top - 4 : top + height + LINE, class: "value" }, whole(imps)),
    s("text", { x, y: HEIGHT - 4 }, name),
  ];
}

/** @type {(imps: number) => string} */
const whole = (imps) => numberText(imps, { signDisplay: "exceptZero" });
