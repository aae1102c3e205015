import { dotted, signed, spaced, t } from "../../i18n/index.js";
import { analysisOf } from "../../net/play.js";
import { actionText, bands, conclusion, lossAfter, nextLoss, verdictAt } from "../../replay/verdicts.js";
import { parseAction } from "../../rules/actions.js";
import { button, h, morph, s } from "../../ui/dom.js";
import { percentText } from "../../ui/format.js";

/** @import { ReplayPlayer } from "../../replay/player.js" */

/** Moves of a line that are named; the rest is counted. */
const NAMED_MOVES = 4;

/** The action that costs most of those that follow a position at once, if one does. @type {(analysis: wire.Analysis, at: number) => wire.CostlyAction | undefined} */
export const costAfter = ({ costs = [] }, at) => costs.find(({ n }) => n === at + 1);

/** The chance at a position in words; nothing where moves alone win, or none is known. @type {(analysis: wire.Analysis, at: number) => string} */
export function chanceText({ chances = [], verdicts = [] }, at) {
  const known = chances[at];
  if (known === undefined || verdicts[at] === "winnable") return "";
  return t("chance", { percent: percentText(known, 1) });
}

/** The chance from position to position, as wide as the way of the slider. @type {(chances: number[]) => SVGElement} */
const chanceCurve = (chances) =>
  s(
    "svg",
    { class: "chances", viewBox: `0 0 ${Math.max(1, chances.length - 1)} 1`, preserveAspectRatio: "none" },
    s("path", { d: `${curvePath(chances)}V1H0Z`, class: "below" }),
    s("path", { d: curvePath(chances), class: "curve" }),
  );

/** @type {(chances: number[]) => string} */
export const curvePath = (chances) =>
  `M${chances.map((chance, at) => `${at} ${Math.round(1000 * (1 - chance)) / 1000}`).join("L")}`;

/**
 * The share of the chance that was kept, and buttons to the actions that cost most.
 * @type {(analysis: wire.Analysis, go: (at: number) => void) => Child[]}
 */
const costsRow = ({ accuracy, costs = [] }, go) => [
  accuracy != null && h("span", { title: t("accuracyHelp") }, t("accuracyIs", { n: accuracy })),
  ...costs.map(({ n, points }) => {
    const look = { class: "btn quiet", "aria-label": t("costAt", { n, points }) };
    return button(signed(-points), () => go(n - 1), look);
  }),
];

/**
 * The cost of an action, and the better line, in words.
 * @type {(cost: wire.CostlyAction, moveText: (text: string) => string) => string}
 */
export function costText({ points, line, wins, needed, later = 0 }, moveText) {
  const because = needed ? t("neededLater", { move: moveText(needed), n: later }) : "";
  const named = line.slice(0, NAMED_MOVES).map(moveText).join(", ");
  const instead = line.length ? t(wins ? "insteadWins" : "instead", { line: named, n: line.length }) : "";
  return spaced(t("itTook", { n: points }), because, instead);
}

/** The first move of the line to play instead. @param {wire.CostlyAction} cost */
export function insteadOf({ line }) {
  const move = line.length ? parseAction(line[0]) : undefined;
  return typeof move === "string" ? undefined : move;
}

const POLL_INTERVAL_MS = 800;
const VERDICTS = /** @type {const} */ (["winnable", "unwinnable", "unknown"]);

/**
 * Have a finished game analysed, and show the verdicts under its slider as they are found.
 * @param {ReplayPlayer} player @param {string} game @param {HTMLButtonElement} button that was pressed; later it goes to the losses
 */
export async function analyse(player, game, button) {
  const { signal } = player;
  /** @type {AnalysisView | undefined} */
  let view;
  for await (const found of analysisOf(game, POLL_INTERVAL_MS, signal)) {
    if (view) view.show(found);
    else view = new AnalysisView(player, button, found);
  }
}

/** The verdicts on the positions of a game. */
class AnalysisView {
  #curve = h("div.chance-curve", { "aria-hidden": "true" });
  #bands = h("div.bands", { "aria-hidden": "true" });
  #costs = h("div.row.small.costs");
  #progress = h("progress.visually-hidden", { "aria-label": t("searching") });
  #note = h("p.small", { role: "status" });
  /** @type {wire.Analysis} */ #found;

  /** @param {ReplayPlayer} player @param {HTMLButtonElement} button @param {wire.Analysis} found */
  constructor(player, button, found) {
    this.player = player;
    this.button = button;
    this.#found = found;
    // To the last position that could still be won before the next loss.
    button.onclick = () => {
      const loss = this.#losses[nextLoss(this.#losses, player.at)];
      if (loss) player.go(loss.last_winnable);
    };
    player.below.replaceChildren(
      this.#curve,
      this.#bands,
      h("div.analysis", this.#progress, this.#note, this.#costs, legend()),
    );
    this.show(found);
  }

  /** @param {wire.Analysis} found */
  show(found) {
    this.#found = found;
    morph(
      this.#bands,
      ...bands(found).map(({ verdict, size }) => h("span", { class: verdict, "--size": size })),
    );
    const { judged: done = 0, positions: of = 1, chances = [] } = found;
    this.#curve.replaceChildren(...(chances.length > 1 ? [chanceCurve(chances)] : []));
    morph(this.#costs, ...costsRow(found, (at) => this.player.go(at)));
    this.#progress.hidden = this.#isDone;
    this.#progress.max = of;
    this.#progress.value = done;
    this.player.annotate({
      remark: (at) => dotted(t(`is_${verdictAt(this.#found, at)}`), chanceText(this.#found, at)),
      onShow: () => this.#render(),
    });
  }

  get #isDone() {
    return this.#found.state === "done";
  }

  /** Until everything is analysed, earlier losses may still be found. */
  get #losses() {
    return this.#isDone ? (this.#found.losses ?? []) : [];
  }

  /** Show the findings on the position of the player. */
  #render() {
    const losses = this.#losses;
    const { judged: done = 0, positions: of = 0 } = this.#found;
    const i = nextLoss(losses, this.player.at);
    this.button.hidden = this.#isDone && !losses.length;
    this.button.setAttribute("aria-disabled", String(!losses.length));
    this.button.textContent = losses.length
      ? t("lostAt", { n: losses[i].n }) + (losses.length > 1 ? ` (${i + 1}/${losses.length})` : "")
      : t("searchingAt", { done, of });
    const loss = lossAfter(losses, this.player.at);
    const cost = costAfter(this.#found, this.player.at);
    if (loss || cost) this.#showLoss(loss, cost);
    else this.#setNote(this.#isDone && !losses.length ? t(`it_${conclusion(this.#found)}`) : "");
  }

  /** Show the action that lost a win, its cost, and the better line. @param {wire.Loss | undefined} loss @param {wire.CostlyAction | undefined} cost */
  #showLoss(loss, cost) {
    const { actions, frames } = this.player.recording;
    const { columns } = frames[0].game.variant;
    const text = (/** @type {Action} */ action) => actionText(action, columns, this.player.board.isTall);
    const better = (cost && insteadOf(cost)) ?? (loss && parseAction(loss.winning_move));
    if (better && typeof better !== "string") this.player.board.hint(better);
    const kept = loss && better ? t("wouldHaveKept", { move: text(better) }) : "";
    const lost = loss?.n === this.player.at + 1 ? t("lostIt", { move: text(actions[loss.n - 1]) }) : "";
    const took = cost ? costText(cost, (move) => actionText(parseAction(move))) : "";
    this.#setNote(spaced(kept, lost, took));
  }

  /** @param {string} text */
  #setNote(text) {
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }
}

/** The meaning of the colours of the bands. */
const legend = () =>
  h(
    "p.legend.small.soft",
    { "aria-hidden": "true" },
    ...VERDICTS.map((verdict) => h("span", { class: verdict }, t(`is_${verdict}`))),
  );
