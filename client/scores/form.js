import { dotted, t, variantName } from "../i18n/index.js";
import { DAY_MS } from "../ui/dates.js";
import { h, link, s } from "../ui/dom.js";
import { select } from "../ui/fields.js";
import { localDateText, numberText } from "../ui/format.js";
import { note, panel, row, stack, tag } from "../ui/parts.js";

/** A strength or a difficulty, written as ratings are: 1720. @type {(value: number) => string} */
export const strengthText = (value) => numberText(Math.round(value), { useGrouping: false });

const WIDTH = 300;
const HEIGHT = 96;
const MARGIN = 6;
const TREND_DAYS = 30;

/** A strength over time: its points, the oldest first, and the text about it. @typedef {{ name: string, points: { at: number, strength: number, error: number }[], about: HTMLElement[] }} Curve */

/** A player's form, with its error band: on the dailies of a variant, or in its races. @type {(page: Pick<wire.PlayerPage, "form" | "ratings">) => HTMLElement | false} */
export function formPanel({ form, ratings }) {
  const curves = [...form.map(ofDailies), ...ratings.map(ofRaces)].filter(({ points }) => points.length);
  if (!curves.length) return false;
  curves.sort((a, b) => last(b).at - last(a).at);
  const place = stack(...formParts(curves[0]));
  const choice = select([...curves.keys()], (i) => curves[i].name, 0, {
    "aria-label": t("form"),
    onchange: () => place.replaceChildren(...formParts(curves[Number(choice.value)])),
  });
  return h(
    "section.panel",
    row(h("h2.grow", t("form")), curves.length > 1 ? choice : h("span.soft", curves[0].name)),
    place,
  );
}

/** @type {(form: wire.Form) => Curve} */
const ofDailies = ({ variant, points }) => ({
  name: dotted(variantName(variant), t("dailiesOfBoth")),
  points: points.map(({ date, strength, error }) => ({ at: Date.parse(date), strength, error })),
  about: [note(t("formDailies", { n: points.length })), note(t("formHelp"))],
});

/** @type {(rating: wire.PlayerRating) => Curve} */
const ofRaces = ({ variant, history, provisional, races }) => ({
  name: dotted(variantName(variant), t("racesOfBoth")),
  points: history.map(({ at, value, sigma }) => ({ at, strength: value, error: sigma })),
  about: [
    row(
      note(t("racesRated", { n: races })),
      provisional && tag(t("provisional")),
      link(`/boards/rating/all/${variant}`, t("board_"), "small"),
    ),
  ],
});

/** @param {Curve} curve */
const last = ({ points }) => points[points.length - 1];

/** @type {(curve: Curve) => HTMLElement[]} */
function formParts({ name, points, about }) {
  const { at, strength, error } = points[points.length - 1];
  const before = points.findLast((point) => point.at < at - TREND_DAYS * DAY_MS);
  const change = before && numberText(Math.round(strength - before.strength), { signDisplay: "exceptZero" });
  return [
    row(
      h("b.figure", strengthText(strength)),
      h("span.soft", `± ${strengthText(error)}`),
      change && note(t("formTrend", { change, n: TREND_DAYS })),
    ),
    ...(points.length > 1 ? [formChart(points, name)] : []),
    ...about,
  ];
}

/** @type {(points: Curve["points"], name: string) => HTMLElement} */
function formChart(points, name) {
  const { at, strength, error } = points[points.length - 1];
  const { band, curve, x, y, low, high } = formPaths(points, WIDTH, HEIGHT, MARGIN);
  const label = t("formChart", {
    name,
    n: points.length,
    strength: strengthText(strength),
    error: strengthText(error),
  });
  return h(
    "figure.chart.form",
    h(
      "div",
      s(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
        s("path", { d: band, class: "band" }),
        s("path", { d: curve, class: "curve" }),
        s("circle", { cx: x, cy: y, r: 5, class: "last" }),
      ),
      h("p.small.soft.row", h("span.grow", localDateText(points[0].at)), localDateText(at)),
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

/**
 * A line through values, from left to right, scaled to a box with a margin, and its last point; level if all are equal.
 * `low` and `high` are at the edges of the box.
 * @type {(values: number[], width: number, height: number, margin: number, low: number, high: number) => { path: string, x: number, y: number }}
 */
function line(values, width, height, margin, low, high) {
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, i) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return [round(margin + i * step), round(height - margin - share * (height - 2 * margin))];
  });
  const [x, y] = points[points.length - 1];
  return { path: `M${points.map((point) => point.join(" ")).join("L")}`, x, y };
}

/** To a tenth of a pixel. @type {(value: number) => number} */
const round = (value) => Math.round(value * 10) / 10;

/** How much of the chance a player kept, from analysed game to analysed game. @type {(points: wire.AccuracyPoint[]) => HTMLElement} */
export function accuracyPanel(points) {
  const mean = Math.round(points.reduce((sum, { accuracy }) => sum + accuracy, 0) / points.length);
  return panel(
    t("accuracy"),
    h("p", h("b.numbers", mean), ` ${t("accuracyGames", { n: points.length })}`),
    note(t("accuracyText")),
  );
}
