import { BoardView } from "../board/board.js";
import { t, timeText } from "../i18n/index.js";
import { rankedTable } from "../leaderboard/ranked-table.js";
import { me, now } from "../net/api.js";
import { newStorm, storm as readStorm, stormBoard, stormMove } from "../net/puzzles.js";
import { formatAction } from "../rules/actions.js";
import { moved } from "../rules/board.js";
import { announce, button, h, link, morph } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { localDayText } from "../ui/format.js";
import { shareLater } from "../ui/lazy.js";
import { loadStyles } from "../ui/load.js";
import { numberText } from "../ui/numbers.js";
import { every, later } from "../ui/timers.js";
import { boardOf, rulesOf } from "./state.js";

/** @import { Storm, StormBoard } from "../net/messages.js" */
/** @import { Move } from "../rules/board.js" */

/** The whole time of a storm (ms). A clock here may be a second behind the server's. */
const STORM_MS = 180_000;
const TICK_MS = 200;
const FLASH_MS = 600;
/** How long after its end the server is asked for the result (ms). */
const END_DELAY_MS = 300;

/** As many puzzles as possible in three minutes. @type {(place: HTMLElement, signal: AbortSignal) => Promise<void>} */
export async function showStorm(place, signal) {
  const boards = h("section", { class: "panel" });
  const start = h(
    "section",
    { class: "felt" },
    h("h2", {}, t("storm")),
    h("p", {}, t("stormHelp")),
    button(t("stormStart"), () => begin(place, signal), { class: "btn main big" }),
  );
  morph(place);
  place.append(start, boards);
  await showBoards(boards, signal);
}

/** @type {(place: HTMLElement, signal: AbortSignal) => Promise<void>} */
const begin = (place, signal) =>
  playStorm(
    place,
    () => newStorm(signal),
    (over) => place.replaceChildren(...result(over, place, signal)),
    signal,
  );

/** Play a storm. @type {(place: HTMLElement, start: () => Promise<Storm>, onOver: (over: Storm) => void, signal: AbortSignal) => Promise<void>} */
export async function playStorm(place, start, onOver, signal) {
  try {
    const begun = await start();
    if (begun.over) return onOver(begun);
    const run = new StormRun(begun, signal, onOver);
    place.replaceChildren(run.element);
    run.board.focus();
  } catch (error) {
    await toastError(error);
  }
}

/** A storm that is running: one board after the other, and the clock. */
class StormRun {
  /** @type {Storm} */ #storm;
  #isSending = false;
  #isOver = false;
  #clock = h("b", { class: "figure numbers" });
  #score = h("b", { class: "figure numbers" });
  #last = h("span", { class: "storm-last", "aria-hidden": "true" });

  /** @param {Storm} storm @param {AbortSignal} signal @param {(over: Storm) => void} onOver */
  constructor(storm, signal, onOver) {
    this.#storm = storm;
    this.signal = signal;
    this.onOver = onOver;
    this.board = new BoardView(t("puzzleBoard"), signal, (move) => void this.#play(move));
    this.element = h(
      "section",
      { class: "puzzle", "aria-label": t("storm") },
      h(
        "div",
        { class: "row storm-figures" },
        h("p", {}, `${t("time")} `, this.#clock),
        this.#last,
        h("p", {}, `${t("stormSolved")} `, this.#score),
      ),
      h("div", { class: "stage puzzle-stage" }, this.board.element),
      h("p", { class: "soft" }, t("stormRule")),
    );
    every(TICK_MS, () => this.#tick(), signal);
    this.#render();
  }

  get #left() {
    return this.#storm.ends_at - now();
  }

  /** @param {Move} move */
  async #play(move) {
    const { id, n, puzzle, solved } = this.#storm;
    if (!puzzle || this.#isSending) return;
    this.#isSending = true;
    this.board.show(moved(boardOf(puzzle), move), rulesOf(puzzle));
    try {
      this.#follow(await stormMove(id, n + 1, formatAction(move)), solved);
    } catch (error) {
      if (!this.signal.aborted) await toastError(error);
    }
    this.#isSending = false;
    if (!this.signal.aborted && !this.#isOver) this.#render();
  }

  /** @param {Storm} storm @param {number} solved before */
  #follow(storm, solved) {
    this.#storm = storm;
    const mark = storm.last === "failed" ? "✗" : storm.solved > solved ? "✓" : "";
    if (mark) {
      announce(t(mark === "✓" ? "stormRight" : "stormWrong", { n: storm.solved }));
      this.#last.textContent = mark;
      this.#last.className = `storm-last ${mark === "✓" ? "good" : "bad"}`;
      later(FLASH_MS, () => this.#last.replaceChildren(), this.signal);
    }
    if (storm.over) this.#end(storm);
  }

  #render() {
    const { puzzle, solved } = this.#storm;
    if (puzzle) this.board.show(boardOf(puzzle), rulesOf(puzzle), { isLive: this.#left > 0 });
    this.#score.textContent = numberText(solved);
    this.#tick();
  }

  #tick() {
    this.#clock.textContent = timeText(Math.min(STORM_MS, Math.max(0, this.#left) + 999));
    if (this.#left > -END_DELAY_MS || this.#isOver || this.#isSending) return;
    this.#isSending = true;
    readStorm(this.#storm.id, this.signal)
      .then((over) => over.over && this.#end(over))
      .catch(() => {})
      .finally(() => {
        this.#isSending = false;
      });
  }

  /** @param {Storm} over */
  #end(over) {
    if (this.#isOver || this.signal.aborted) return;
    this.#isOver = true;
    this.onOver(over);
  }
}

/** What a storm came to, and the way on. @type {(over: Storm, place: HTMLElement, signal: AbortSignal) => HTMLElement[]} */
function result(over, place, signal) {
  const boards = h("section", { class: "panel" });
  void showBoards(boards, signal);
  const again = button(t("stormAgain"), () => begin(place, signal), { class: "btn main big" });
  const standings = link(`/puzzles/storm/${over.id}`, t("stormStandings"), { class: "btn" });
  return [summary(over, [again, shareButton(over, over.id), standings]), review(over), boards];
}

/** Challenge friends to the puzzles of an own storm. @type {(mine: Storm, id: string) => HTMLElement} */
export const shareButton = ({ solved }, id) =>
  button(
    t("stormChallenge"),
    () => shareLater(t("stormChallengeText", { n: solved }), `${location.origin}/puzzles/storm/${id}`),
    { class: "btn" },
  );

/** The score of a storm. @type {(over: Storm, onward: HTMLElement[]) => HTMLElement} */
export function summary({ solved, failed, best }, onward) {
  announce(t("stormOver", { n: solved }));
  return h(
    "section",
    { class: "felt" },
    h("h2", {}, t("stormOver", { n: solved })),
    h(
      "p",
      {},
      [t("stormFailed", { n: failed }), best != null && t("stormBest", { n: best })]
        .filter(Boolean)
        .join(" · "),
    ),
    h("div", { class: "row" }, ...onward),
  );
}

/** The puzzles of a storm that is over. @type {(over: Storm) => HTMLElement} */
export const review = ({ review = [] }) =>
  h(
    "section",
    { class: "panel", hidden: !review.length },
    h("h2", {}, t("stormReview")),
    h(
      "div",
      { class: "row" },
      ...review.map(({ puzzle, state }, i) =>
        link(`/puzzles/${puzzle}`, `${i + 1} ${{ solved: "✓", failed: "✗", open: "…" }[state]}`, {
          class: "btn",
          "aria-label": t("stormPuzzle", { n: i + 1, state: t(`mistake_${state}`) }),
        }),
      ),
    ),
  );

/** @type {(place: HTMLElement, signal: AbortSignal) => Promise<void>} */
async function showBoards(place, signal) {
  const [week, all, self] = await Promise.all([
    stormBoard("week", signal),
    stormBoard("all", signal),
    me(signal),
    loadStyles("ui/community.css", "leaderboard/leaderboard.css"),
  ]);
  if (signal.aborted) return;
  place.replaceChildren(...board("stormWeek", week, self.id), ...board("stormAll", all, self.id));
  const flagged = all.flagged ?? [];
  if (!flagged.length) return;
  const { leftOut } = await import("../evidence/left-out.js");
  place.append(leftOut(flagged, t("stormLeftOut")));
}

/** @type {(title: "stormWeek" | "stormAll", board: StormBoard, me: string) => HTMLElement[]} */
function board(title, { rows, mine }, me) {
  const shown = mine && !rows.some(({ player }) => player === me) ? [...rows, mine] : rows;
  const columns = [
    { head: t("stormSolved"), cell: (/** @type {any} */ row) => numberText(row.score) },
    { head: t("stormWhen"), cell: (/** @type {any} */ row) => localDayText(row.at) },
  ];
  return [
    h("h2", {}, t(title)),
    shown.length
      ? h("div", { class: "scroll" }, rankedTable(shown, me, columns))
      : h("p", { class: "soft" }, t("stormNobody")),
  ];
}
