import { signed, t } from "../i18n/index.js";
import { parseAction } from "../rules/actions.js";
import { h, s } from "../ui/dom.js";
import { percentText } from "../ui/format.js";

/** @import { Analysis, CostlyAction } from "../net/messages.js" */

/** Moves of a line that are named; the rest is counted. */
const NAMED_MOVES = 4;

/** The action that costs most of those that follow a position at once, if one does. @type {(analysis: Analysis, at: number) => CostlyAction | undefined} */
export const costAfter = ({ costs = [] }, at) => costs.find(({ n }) => n === at + 1);

/** The chance at a position in words; nothing where moves alone win, or none is known. @type {(analysis: Analysis, at: number) => string} */
export function chanceText({ chances = [], verdicts = [] }, at) {
  const known = chances[at];
  if (known === undefined || verdicts[at] === "winnable") return "";
  return t("chance", { percent: percentText(known, 1) });
}

/** The chance from position to position, as wide as the way of the slider. @type {(chances: number[]) => SVGElement} */
export const chanceCurve = (chances) =>
  s(
    "svg",
    { class: "chances", viewBox: `0 0 ${Math.max(1, chances.length - 1)} 1`, preserveAspectRatio: "none" },
    s("path", { d: `${curvePath(chances)}V1H0Z`, class: "below" }),
    s("path", { d: curvePath(chances), class: "curve" }),
  );

/** @type {(chances: number[]) => string} */
export const curvePath = (chances) =>
  `M${chances.map((chance, at) => `${at} ${round(1 - chance)}`).join("L")}`;

/** @type {(value: number) => number} */
const round = (value) => Math.round(value * 1000) / 1000;

/**
 * The share of the chance that was kept, and buttons to the actions that cost most.
 * @type {(analysis: Analysis, go: (at: number) => void) => HTMLElement[]}
 */
export const costsRow = ({ accuracy, costs = [] }, go) => [
  ...(accuracy === undefined || accuracy === null
    ? []
    : [h("span", { title: t("accuracyHelp") }, t("accuracyIs", { n: accuracy }))]),
  ...costs.map(({ n, points }) =>
    h(
      "button",
      {
        type: "button",
        class: "btn quiet",
        "aria-label": t("costAt", { n, points }),
        onclick: () => go(n - 1),
      },
      signed(-points),
    ),
  ),
];

/**
 * What an action cost, and what to play instead.
 * @type {(cost: CostlyAction, moveText: (text: string) => string) => string}
 */
export function costText({ points, line, wins, needed, later = 0 }, moveText) {
  const because = needed ? t("neededLater", { move: moveText(needed), n: later }) : "";
  const named = line.slice(0, NAMED_MOVES).map(moveText).join(", ");
  const instead = line.length ? t(wins ? "insteadWins" : "instead", { line: named, n: line.length }) : "";
  return [t("itTook", { n: points }), because, instead].filter(Boolean).join(" ");
}

/** The first move of the line to play instead. @param {CostlyAction} cost */
export function insteadOf({ line }) {
  const move = line.length ? parseAction(line[0]) : undefined;
  return typeof move === "string" ? undefined : move;
}
