import { t } from "../i18n/index.js";
import { line } from "../profile/charts.js";
import { h } from "../ui/dom.js";
import { s } from "../ui/svg.js";

/** @import { AccuracyPoint } from "../net/messages.js" */

const WIDTH = 300;
const HEIGHT = 72;
const MARGIN = 6;
const WHOLE = 100;

/** How much of the chance a player kept, from analysed game to analysed game. @type {(points: AccuracyPoint[]) => HTMLElement} */
export const accuracyPanel = (points) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("accuracy")),
    h("p", {}, h("b", { class: "numbers" }, mean(points)), ` ${t("accuracyGames", { n: points.length })}`),
    points.length > 1 && accuracyChart(points),
    h("p", { class: "small soft" }, t("accuracyText")),
  );

/** @type {(points: AccuracyPoint[]) => string} */
const mean = (points) =>
  String(Math.round(points.reduce((sum, { accuracy }) => sum + accuracy, 0) / points.length));

/** @type {(points: AccuracyPoint[]) => HTMLElement} */
function accuracyChart(points) {
  const values = points.map(({ accuracy }) => accuracy);
  const { path, x, y } = line(values, WIDTH, HEIGHT, MARGIN, 0, WHOLE);
  const label = t("accuracyChart", { n: values.length, last: values[values.length - 1] });
  return h(
    "figure",
    { class: "chart" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      s("path", { d: path, class: "curve" }),
      s("circle", { cx: x, cy: y, r: 4, class: "last" }),
    ),
    h(
      "figcaption",
      { class: "small soft numbers", "aria-hidden": "true" },
      h("span", {}, String(WHOLE)),
      h("span", {}, "0"),
    ),
  );
}
