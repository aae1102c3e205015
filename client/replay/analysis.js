import { t } from "../i18n/index.js";
import { analysis, startAnalysis } from "../net/play.js";
import { parseAction } from "../rules/actions.js";
import { h, morph } from "../ui/dom.js";
import { chanceCurve, chanceText, costAfter, costsRow, costText, insteadOf } from "./costs.js";
import { actionText, bands, conclusion, lossAfter, nextLoss, verdictAt } from "./verdicts.js";

/** @import { Analysis, CostlyAction, Loss } from "../net/messages.js" */
/** @import { Action } from "../rules/actions.js" */
/** @import { ReplayPlayer } from "./player.js" */

const POLL_INTERVAL_MS = 800;
const VERDICTS = /** @type {const} */ (["winnable", "unwinnable", "unknown"]);

/**
 * Have a finished game analysed, and show the verdicts under its slider as they are found.
 * @param {ReplayPlayer} player @param {string} game @param {HTMLButtonElement} button that was pressed; later it goes to the losses
 */
export async function analyse(player, game, button) {
  const { signal } = player;
  let found = await startAnalysis(game, signal);
  const view = new AnalysisView(player, button, found);
  while (found.state !== "done") {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (signal.aborted) return;
    found = await analysis(game, signal);
    view.show(found);
  }
}

/** The verdicts on the positions of a game. */
class AnalysisView {
  #curve = h("div", { class: "chance-curve", "aria-hidden": "true" });
  #bands = h("div", { class: "bands", "aria-hidden": "true" });
  #costs = h("div", { class: "row small costs" });
  #progress = h("progress", { class: "visually-hidden", "aria-label": t("searching") });
  #note = h("p", { class: "small", role: "status" });
  /** @type {Analysis} */ #found;

  /** @param {ReplayPlayer} player @param {HTMLButtonElement} button @param {Analysis} found */
  constructor(player, button, found) {
    this.player = player;
    this.button = button;
    this.#found = found;
    button.onclick = () => this.#goToNextLoss();
    player.below.replaceChildren(
      this.#curve,
      this.#bands,
      h("div", { class: "analysis" }, this.#progress, this.#note, this.#costs, legend()),
    );
    this.show(found);
  }

  /** @param {Analysis} found */
  show(found) {
    this.#found = found;
    morph(
      this.#bands,
      ...bands(found).map(({ verdict, size }) => h("span", { class: verdict, "--size": size })),
    );
    const { judged: done = 0, positions: of = 1, chances = [] } = found;
    this.#curve.replaceChildren(...(chances.length > 1 ? [chanceCurve(chances)] : []));
    this.#costs.replaceChildren(...costsRow(found, (at) => this.player.go(at)));
    this.#progress.hidden = this.#isDone;
    this.#progress.max = of;
    this.#progress.value = done;
    this.player.annotate({
      remark: (at) =>
        [t(`is_${verdictAt(this.#found, at)}`), chanceText(this.#found, at)].filter(Boolean).join(" · "),
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

  /** Go to the last position that could still be won before the next loss. */
  #goToNextLoss() {
    const loss = this.#losses[nextLoss(this.#losses, this.player.at)];
    if (loss) this.player.go(loss.last_winnable);
  }

  /** Show what concerns the position of the player. */
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

  /** Show what lost a win, what it cost, and what to play instead. @param {Loss | undefined} loss @param {CostlyAction | undefined} cost */
  #showLoss(loss, cost) {
    const { actions, frames } = this.player.recording;
    const { columns } = frames[0].game.variant;
    const text = (/** @type {Action} */ action) => actionText(action, columns, this.player.board.isTall);
    const better = (cost && insteadOf(cost)) ?? (loss && parseAction(loss.winning_move));
    if (better && typeof better !== "string") this.player.board.hint(better);
    const kept = loss && better ? t("wouldHaveKept", { move: text(better) }) : "";
    const lost = loss?.n === this.player.at + 1 ? t("lostIt", { move: text(actions[loss.n - 1]) }) : "";
    const took = cost ? costText(cost, (move) => actionText(parseAction(move))) : "";
    this.#setNote([kept, lost, took].filter(Boolean).join(" "));
  }

  /** @param {string} text */
  #setNote(text) {
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }
}

/** What the colours of the bands mean. */
const legend = () =>
  h(
    "p",
    { class: "legend small soft", "aria-hidden": "true" },
    ...VERDICTS.map((verdict) => h("span", { class: verdict }, t(`is_${verdict}`))),
  );
