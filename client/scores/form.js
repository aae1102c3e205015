import { t, variantName } from "../i18n/index.js";
import { h, s } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { note, panel, row, stack } from "../ui/parts.js";
import { line, shareChart } from "./charts.js";

/** @import { AccuracyPoint, Form, FormPoint } from "../net/messages.js" */

/** A strength or a difficulty, written as ratings are: 1720. @type {(value: number) => string} */
export const strengthText = (value) => numberText(Math.round(value), { useGrouping: false });

const WIDTH = 300;
const HEIGHT = 72;
const MARGIN = 6;

/** A player's form on dailies: the strength after each, with its error band. @type {(form: Form[]) => HTMLElement} */
export const formPanel = (form) => panel(t("form"), ...form.map(formRow), note(t("formHelp")));

/** @type {(form: Form) => HTMLElement} */
function formRow({ variant, points }) {
  const { strength, error } = points[points.length - 1];
  return stack(
    row(
      h("b.rated", variantName(variant)),
      h("span.numbers", h("b", strengthText(strength)), h("span.soft", ` ± ${strengthText(error)}`)),
    ),
    points.length > 1 && formChart(points, variantName(variant)),
    note(t("formDailies", { n: points.length })),
  );
}

/** @type {(points: FormPoint[], name: string) => HTMLElement} */
function formChart(points, name) {
  const { strength, error } = points[points.length - 1];
  const { band, curve, x, y, low, high } = formPaths(points, WIDTH, HEIGHT, MARGIN);
  const label = t("formChart", {
    name,
    n: points.length,
    strength: strengthText(strength),
    error: strengthText(error),
  });
  return h(
    "figure.chart",
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      s("path", { d: band, class: "band" }),
      s("path", { d: curve, class: "curve" }),
      s("circle", { cx: x, cy: y, r: 4, class: "last" }),
    ),
    h(
      "figcaption.small.soft.numbers",
      { "aria-hidden": "true" },
      h("span", strengthText(high)),
      h("span", strengthText(low)),
    ),
  );
}

/**
 * The curve of strengths, and the band of one standard deviation around it, on the scale of the band.
 * @type {(points: { strength: number, error: number }[], width: number, height: number, margin: number) =>
 *   { band: string, curve: string, x: number, y: number, low: number, high: number }}
 */
export function formPaths(points, width, height, margin) {
  const edges = [
    ...points.map(({ strength, error }) => strength + error),
    ...points.map(({ strength, error }) => strength - error),
  ];
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  const at = (/** @type {number[]} */ values) => line(values, width, height, margin, low, high);
  const [upper, lower] = [at(edges.slice(0, points.length)), at(edges.slice(points.length))];
  const back = lower.path.slice(1).split("L").reverse().join("L");
  const { path, x, y } = at(points.map(({ strength }) => strength));
  return { band: `${upper.path}L${back}Z`, curve: path, x, y, low, high };
}

const WHOLE = 100;

/** How much of the chance a player kept, from analysed game to analysed game. @type {(points: AccuracyPoint[]) => HTMLElement} */
export const accuracyPanel = (points) =>
  panel(
    t("accuracy"),
    h("p", h("b.numbers", mean(points)), ` ${t("accuracyGames", { n: points.length })}`),
    points.length > 1 && accuracyChart(points),
    note(t("accuracyText")),
  );

/** @type {(points: AccuracyPoint[]) => string} */
const mean = (points) =>
  String(Math.round(points.reduce((sum, { accuracy }) => sum + accuracy, 0) / points.length));

/** @type {(points: AccuracyPoint[]) => HTMLElement} */
function accuracyChart(points) {
  const values = points.map(({ accuracy }) => accuracy);
  return shareChart(values, WHOLE, t("accuracyChart", { n: values.length, last: values[values.length - 1] }));
}
