import { t } from "../i18n/index.js";
import { analysis, startAnalysis } from "../net/pages.js";
import { parseAction } from "../rules/actions.js";
import { bands, conclusion, lossAfter, nextLoss, verdictAt } from "../state/analysis.js";
import { h, morph } from "./dom.js";
import { actionText } from "./film.js";

/** @import { Analysis, Loss } from "../net/messages.js" */
/** @import { Film } from "./film.js" */

const ASK_AGAIN_MS = 800;
const VERDICTS = /** @type {const} */ (["winnable", "unwinnable", "unknown"]);

/**
 * Has a finished game judged, and shows under its slider what is found, as it is found.
 * @param {Film} film @param {string} game @param {HTMLButtonElement} ask what was pressed; it leads to the losses later
 */
export async function analyse(film, game, ask) {
  let found = await startAnalysis(game);
  const shown = new Findings(film, ask);
  shown.show(found);
  while (found.state !== "done") {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    if (!film.element.isConnected) return;
    found = await analysis(game);
    shown.show(found);
  }
}

/** What a search found of each position of a game. */
class Findings {
  /** @type {Analysis} */ #found = { game: "", state: "none" };
  #bands = h("div", { class: "bands", "aria-hidden": "true" });
  #progress = h("progress", { class: "sr", "aria-label": t("searching") });
  #note = h("p", { class: "small", role: "status" });

  /** @param {Film} film @param {HTMLButtonElement} ask */
  constructor(film, ask) {
    this.film = film;
    this.ask = ask;
    film.below.replaceChildren(
      this.#bands,
      h("div", { class: "findings" }, this.#progress, this.#note, legend()),
    );
    film.remark = (at) => t(`is_${verdictAt(this.#found, at)}`);
    film.onShow = () => this.#tell();
  }

  /** @param {Analysis} found */
  show(found) {
    this.#found = found;
    morph(
      this.#bands,
      ...bands(found).map(({ verdict, size }) => h("span", { class: verdict, "--size": size })),
    );
    const { state, judged: done = 0, positions: of = 1 } = found;
    this.#progress.hidden = state === "done";
    this.#progress.max = of;
    this.#progress.value = done;
    this.ask.onclick = () => this.#leap();
    this.film.show();
  }

  /** Until all is judged, they may turn out to be earlier. */
  get #losses() {
    return this.#found.state === "done" ? (this.#found.losses ?? []) : [];
  }

  /** To the next place where it was lost, on the last board that could still be won. */
  #leap() {
    const loss = this.#losses[nextLoss(this.#losses, this.film.at)];
    if (loss) this.film.go(loss.last_winnable);
  }

  /** Says what concerns the position that is shown. */
  #tell() {
    const losses = this.#losses;
    const { state, judged: done = 0, positions: of = 0 } = this.#found;
    const isDone = state === "done";
    const i = nextLoss(losses, this.film.at);
    this.ask.hidden = isDone && !losses.length;
    this.ask.setAttribute("aria-disabled", String(!losses.length));
    this.ask.textContent = losses.length
      ? t("lostAt", { n: losses[i].n }) + (losses.length > 1 ? ` (${i + 1}/${losses.length})` : "")
      : t("searchingAt", { done, of });
    const loss = lossAfter(losses, this.film.at);
    if (loss) this.#showLoss(loss);
    else this.#say(isDone && !losses.length ? t(`it_${conclusion(this.#found)}`) : "");
  }

  /** @param {Loss} loss */
  #showLoss({ n, last_winnable: after, winning_move: keep }) {
    const { actions, frames } = this.film.reel;
    const move = parseAction(keep);
    if (typeof move !== "string") this.film.view.hint(move);
    const { columns } = frames[0].game.variant;
    const kept = t("wouldHaveKept", { move: actionText(move, columns) });
    const lost = n === after + 1 ? t("lostIt", { move: actionText(actions[n - 1], columns) }) : "";
    this.#say(`${kept} ${lost}`);
  }

  /** @param {string} text */
  #say(text) {
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }
}

/** What the bands mean. */
const legend = () =>
  h(
    "p",
    { class: "legend small soft", "aria-hidden": "true" },
    ...VERDICTS.map((verdict) => h("span", { class: verdict }, t(`is_${verdict}`))),
  );
