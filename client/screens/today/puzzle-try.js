import { BoardView } from "../../board/board.js";
import { t } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { formatAction, parseAction } from "../../rules/actions.js";
import { moved, parseBoard, won } from "../../rules/board.js";
import { variantOf } from "../../rules/variants.js";
import { button, h, icon, morph } from "../../ui/dom.js";
import { numberText } from "../../ui/format.js";
import { toastError } from "../../ui/say.js";
import "../../replay/icons.js";

/** @typedef {"line" | "refutation"} Way a line to look through: the one that wins, or the one after the move that lost */

/** @type {(puzzle: wire.Puzzle) => Variant} */
const rulesOf = (puzzle) => variantOf(puzzle.variant);

/** The boards from the one of a puzzle on, through some moves. @type {(puzzle: wire.Puzzle, moves: readonly string[]) => Board[]} */
export function boardsOf(puzzle, moves) {
  const boards = [parseBoard(puzzle.board, rulesOf(puzzle))];
  for (const text of moves)
    boards.push(moved(boards[boards.length - 1], /** @type {Move} */ (parseAction(text))));
  return boards;
}

/** The board after the moves that were found. @type {(puzzle: wire.Puzzle) => Board} */
export const boardOf = (puzzle) => boardsOf(puzzle, puzzle.found ?? []).at(-1) ?? new Uint8Array();

/** The boards, from the puzzle on, that can be looked through once a try is over; null if there is no such way. @type {(puzzle: wire.Puzzle, way: Way) => Board[] | null} */
export function filmOf(puzzle, way) {
  const { solution, found = [] } = puzzle;
  if (!solution) return null;
  if (way === "line") return boardsOf(puzzle, [...solution.line, ...solution.win]);
  const { refutation = [], wrong } = solution;
  return wrong ? boardsOf(puzzle, [...found, wrong, ...refutation]) : null;
}

const MARKS = { open: "", solved: "good", failed: "bad" };

/** A puzzle: its board, its question, and once it is over, its answer to click through. */
export class PuzzleTry {
  /** @type {wire.Puzzle} */ #puzzle;
  /** A move that was sent and is not answered yet: its board is shown. @type {Board | null} */ #sent = null;
  /** @type {Way} */ #way = "line";
  #at = 0;
  #headline = h("p", { role: "status" });
  #details = h("div.puzzle-details");
  #controls = h("div.row.puzzle-controls");

  /**
   * @param {wire.Puzzle} puzzle @param {AbortSignal} signal of the screen
   * @param {() => Child[]} onward the ways on from a puzzle that is over
   */
  constructor(puzzle, signal, onward) {
    this.#puzzle = puzzle;
    this.signal = signal;
    this.onward = onward;
    this.board = new BoardView(t("puzzleBoard"), signal, (move) => void this.#play(move));
    this.element = h(
      "section.puzzle",
      { "aria-label": t("puzzle") },
      this.#headline,
      h("div.stage.puzzle-stage", this.board.element),
      h("div.stack.puzzle-side", this.#controls, this.#details),
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
    if (puzzle.state !== "open") this.#lookAt(puzzle.state === "failed" ? "refutation" : "line");
    this.#render();
  }

  /** @param {Move} move */
  async #play(move) {
    const before = boardOf(this.#puzzle);
    this.#sent = moved(before, move);
    this.#render();
    await this.#send(formatAction(move));
  }

  /** @param {string} move */
  async #send(move) {
    const { id, found = [] } = this.#puzzle;
    try {
      this.#puzzle = await call("POST puzzles/{id}/moves", { id, n: found.length + 1, move });
    } catch (error) {
      if (!this.signal.aborted) await toastError(error);
    }
    if (this.signal.aborted) return;
    this.#sent = null;
    if (this.#puzzle.state !== "open") this.#end();
    this.#render();
  }

  #end() {
    const { state, found = [] } = this.#puzzle;
    this.#lookAt(state === "failed" && filmOf(this.#puzzle, "refutation") ? "refutation" : "line");
    this.#at = state === "solved" ? found.length : this.#way === "refutation" ? found.length + 1 : 0;
  }

  /** @param {Way} way */
  #lookAt(way) {
    this.#way = filmOf(this.#puzzle, way) ? way : "line";
    this.#at = 0;
  }

  // Drawing

  #render() {
    const film = filmOf(this.#puzzle, this.#way);
    const variant = rulesOf(this.#puzzle);
    if (film) {
      const board = film[this.#at];
      this.board.show(board, variant, { before: film[this.#at - 1] ?? null, isWon: won(board) });
    } else {
      const board = this.#sent ?? boardOf(this.#puzzle);
      this.board.show(board, variant, { isLive: !this.#sent });
    }
    this.#headline.className = `puzzle-headline ${MARKS[this.#puzzle.state]}`;
    this.#headline.textContent = this.#summary();
    morph(this.#details, ...this.#texts());
    const look = { class: "btn quiet", disabled: !!this.#sent };
    const giveUp = button(t("puzzleGiveUp"), () => this.#send("resign"), look);
    morph(this.#controls, ...(film ? this.#filmControls(film) : [giveUp]));
  }

  #summary() {
    const { state, found = [] } = this.#puzzle;
    if (state === "solved") return t("puzzleSolved");
    if (state === "failed") return t(this.#puzzle.solution?.wrong ? "puzzleFailed" : "puzzleGivenUp");
    return found.length ? t("puzzleGoOn") : t("puzzleAsk");
  }

  /** @returns {Child[]} */
  #texts() {
    const { solution, tries } = this.#puzzle;
    return [
      !solution && h("p.soft", t("puzzleHelp")),
      solution?.wrong &&
        h(
          "p",
          t("puzzleRefuted", {
            n: solution.refutation_boards ?? 0,
            boards: numberText(solution.refutation_boards ?? 0),
            locked: solution.refutation_locked ?? 0,
          }),
        ),
      solution && h("p.soft", t("puzzleProof", { n: numberText(solution.boards) })),
      tries != null && h("p.soft", t("puzzleTries", { n: tries })),
    ];
  }

  /** @param {Board[]} film @returns {Child[]} */
  #filmControls(film) {
    const last = film.length - 1;
    const { solution } = this.#puzzle;
    const choose = (/** @type {Way} */ each) => {
      this.#lookAt(each);
      this.#render();
    };
    const way = (/** @type {Way} */ each, /** @type {"puzzleWin" | "puzzleRefutation"} */ key) =>
      button(t(key), () => choose(each), {
        class: "btn",
        "data-key": each,
        "aria-pressed": String(this.#way === each),
      });
    return [
      h("div.row.puzzle-onward", { "data-key": "onward" }, ...this.onward()),
      solution?.wrong &&
        h(
          "div.row",
          { "data-key": "ways", role: "group", "aria-label": t("puzzleAnswer") },
          way("refutation", "puzzleRefutation"),
          way("line", "puzzleWin"),
        ),
      h(
        "div.row.puzzle-film",
        { "data-key": "film", role: "group", "aria-label": t("puzzleAnswer") },
        button(icon("first"), () => this.#go(0), "btn", t("toPuzzle")),
        button(icon("back"), () => this.#go(this.#at - 1), "btn", t("puzzleBack")),
        h(
          "span.numbers",
          { "aria-label": t("puzzleMoveOf", { n: this.#at, of: last }) },
          `${this.#at}/${last}`,
        ),
        button(icon("on"), () => this.#go(this.#at + 1), "btn", t("puzzleForward")),
      ),
    ];
  }

  /** @param {number} at */
  #go(at) {
    const film = filmOf(this.#puzzle, this.#way);
    if (!film) return;
    this.#at = Math.min(film.length - 1, Math.max(0, at));
    this.#render();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || this.#puzzle.state === "open" || target.closest("[role=grid]")) return;
    this.#go(this.#at + step);
    event.preventDefault();
  }
}
