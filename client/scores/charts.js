import { h, s } from "../ui/dom.js";

/** @typedef {{ path: string, x: number, y: number, low: number, high: number }} Line an SVG path, its last point, and its extreme values */

const WIDTH = 300;
const HEIGHT = 72;
const MARGIN = 6;

/** A number from 0 to a whole, from game to game. @type {(values: number[], whole: number, label: string) => HTMLElement} */
export const shareChart = (values, whole, label) =>
  chart(line(values, WIDTH, HEIGHT, MARGIN, 0, whole), label, "0", String(whole));

/** @type {(curve: Line, label: string, from: string, to: string) => HTMLElement} */
const chart = ({ path, x, y }, label, from, to) =>
  h(
    "figure.chart",
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      s("path", { d: path, class: "curve" }),
      s("circle", { cx: x, cy: y, r: 4, class: "last" }),
    ),
    h("figcaption.small.soft.numbers", { "aria-hidden": "true" }, h("span", to), h("span", from)),
  );

/**
 * A line through values, from left to right, scaled to a box with a margin; level if all are equal. `low` and `high`
 * are at the edges of the box: the extreme values, unless others are given.
 * @type {(values: number[], width: number, height: number, margin: number, low?: number, high?: number) => Line}
 */
export function line(values, width, height, margin, low = Math.min(...values), high = Math.max(...values)) {
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, i) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return [round(margin + i * step), round(height - margin - share * (height - 2 * margin))];
  });
  const [x, y] = points[points.length - 1];
  return { path: `M${points.map((point) => point.join(" ")).join("L")}`, x, y, low, high };
}

/** To a tenth of a pixel. @type {(value: number) => number} */
const round = (value) => Math.round(value * 10) / 10;
