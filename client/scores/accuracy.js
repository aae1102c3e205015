import { t } from "../i18n/index.js";
import { shareChart } from "../profile/charts.js";
import { h } from "../ui/dom.js";

/** @import { AccuracyPoint } from "../net/messages.js" */

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
  return shareChart(values, WHOLE, t("accuracyChart", { n: values.length, last: values[values.length - 1] }));
}
