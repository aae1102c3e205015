import { isAnyTwo } from "../board/state.js";
import { cardName, t } from "../i18n/index.js";
import { legalMoves, takes } from "../rules/board.js";
import { rank } from "../rules/cards.js";
import { button, h, icon } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";
import { setMark } from "../ui/preferences.js";
import { announce } from "../ui/say.js";
import { every } from "../ui/timers.js";

/** @typedef {{ text: string, target: Element | null }} Mark a tip, and the element that it is about */

const FOLLOW_INTERVAL_MS = 100;
/** The space around the target of a tip (px). */
const RING = 3;
const KING = 13;

/** Give the tips on a board, and never again in this browser. @type {(view: BoardView, signal: AbortSignal) => Promise<void>} */
export async function giveTips(view, signal) {
  await loadStyles("learn/learn.css");
  const stage = view.element.parentElement;
  if (!stage || signal.aborted) return;
  setMark("lessons");
  new CoachMarks(view, stage, signal);
}

/** Three tips beside the first board of a person, of which they cover nothing: each goes by a move or a press; Escape ends them. */
class CoachMarks {
  #n = 0;
  #ring = h("div.coach-ring", { "aria-hidden": "true" });
  #text = h("span");
  #count = h("small.soft");
  #next = button("", () => this.#go());
  #bubble = h(
    "section.coach",
    { "aria-label": t("how") },
    h("p.grow", this.#text, " ", this.#count),
    button(icon("close"), () => this.#end(), "btn quiet icon", t("coachSkip")),
    this.#next,
  );
  #closing = new AbortController();
  /** The board that a mark was made for. @type {Board | null} */ #board = null;
  /** @type {Mark} */ #mark = { text: "", target: null };
  /** Where the ring is, to notice that it has to move. */ #place = "";

  /** @param {BoardView} view @param {HTMLElement} stage @param {AbortSignal} signal of the phase */
  constructor(view, stage, signal) {
    this.view = view;
    this.stage = stage;
    const both = AbortSignal.any([signal, this.#closing.signal]);
    both.addEventListener("abort", () => {
      this.#ring.remove();
      this.#bubble.remove();
    });
    const onKey = (/** @type {KeyboardEvent} */ { key }) =>
      key === "Escape" && !document.querySelector("dialog[open]") && this.#end();
    document.addEventListener("keydown", onKey, { signal: both });
    view.element.addEventListener("turn", () => this.#show(), { signal: both });
    every(FOLLOW_INTERVAL_MS, () => this.#follow(), both);
    stage.append(this.#ring);
    stage.before(this.#bubble);
    this.#show();
  }

  #go() {
    this.#n++;
    this.#show();
  }

  #end() {
    const hadFocus = this.#bubble.contains(document.activeElement);
    this.#closing.abort();
    if (hadFocus) this.view.focus();
  }

  #show() {
    const { state } = this.view;
    const make = MARKS[this.#n];
    if (!state?.board || !make) return this.#end();
    this.#board = state.board;
    this.#mark = make(this.view, state.board, state.variant);
    const count = t("coach", { n: this.#n + 1, of: MARKS.length });
    this.#text.textContent = this.#mark.text;
    this.#count.textContent = count;
    this.#next.textContent = t(this.#n < MARKS.length - 1 ? "coachNext" : "coachDone");
    announce(`${count}: ${this.#mark.text}`);
    this.#lay();
  }

  /** A move is the best answer to a tip. While no move can be made, as in a shuffle, the tip waits. */
  #follow() {
    const { board, isLive } = this.view.state ?? {};
    this.#bubble.hidden = this.#ring.hidden = !isLive;
    if (!isLive) return;
    // A new connection brings the same board once more: that is no move.
    if (board?.some((card, slot) => card !== this.#board?.[slot])) this.#go();
    else this.#lay();
  }

  /** Lay the ring around the target of the tip. */
  #lay() {
    const stage = this.stage.getBoundingClientRect();
    const target = (this.#mark.target ?? this.stage).getBoundingClientRect();
    const place = [target.left - stage.left, target.top - stage.top, target.width, target.height].map(
      Math.round,
    );
    if (this.#place === String(place)) return;
    this.#place = String(place);
    Object.assign(this.#ring.style, {
      translate: `${place[0] - RING}px ${place[1] - RING}px`,
      width: `${place[2] + 2 * RING}px`,
      height: `${place[3] + 2 * RING}px`,
    });
  }
}

/** The move that shows best what a gap takes: not of a 2 if there is another, nor of a card with several gaps. @type {(board: Board, variant: Variant) => Move | undefined} */
function plainMove(board, variant) {
  const moves = legalMoves(board, variant);
  const hasOneGap = (/** @type {Move} */ { card }) => moves.filter((move) => move.card === card).length === 1;
  return moves.find(({ card }) => rank(card) > 2) ?? moves.find(hasOneGap) ?? moves[0];
}

/** @type {((view: BoardView, board: Board, variant: Variant) => Mark)[]} */
const MARKS = [
  ({ slots }, board, variant) => {
    const move = plainMove(board, variant);
    return { text: t("coachMove"), target: (move && slots[board.indexOf(move.card)]) ?? null };
  },
  ({ slots, isTall }, board, variant) => {
    const slot = plainMove(board, variant)?.slot ?? -1;
    const wanted = slot < 0 ? [] : takes(board, slot, variant);
    const card = wanted.map(cardName).join(t("or"));
    const text = isAnyTwo(wanted)
      ? t(isTall ? "ruleStartTall" : "ruleStart")
      : t(isTall ? "coachGapTall" : "coachGap", { card });
    return { text, target: slots[slot] ?? null };
  },
  ({ isTall, slots }, _, { columns }) => ({
    text: t(isTall ? "coachColumn" : "coachRow", {
      top: columns < KING ? t("toRank", { n: columns }) : t("toKing"),
    }),
    target: slots[0],
  }),
];
