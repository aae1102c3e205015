import { columnsOf, lockedSlots, ROWS, runLength } from "../rules/board.js";
import { GAP } from "../rules/cards.js";
import { isStill, vibrate } from "../ui/motion.js";
import { afterPaint } from "../ui/say.js";
import { sound } from "../ui/sound.js";
import { cascade } from "./cascade.js";
import { deckPlace, placeOf, transformOf } from "./state.js";

/** @import { Place } from "./state.js" */

// A shuffle: together these are its longest time (ms).
const GATHER_MS = 170;
const RIFFLE_MS = 150;
const DEAL_MS = 280;
const MOVE_VIBRATION_MS = 8;
const ROW_VIBRATION = [12, 40, 12, 40, 24];
const WIN_VIBRATION = [20, 60, 20, 60, 120];
/** How long one card flies from the deck (ms). */
const FLIGHT_MS = 150;
/** How far the halves of the deck part, in widths of a card. */
const RIFFLE_WIDTH = 0.62;
/** A row that is complete: how long a card lights up, and how much later the next one does (ms). */
const GLOW_MS = 380;
const GLOW_STEP_MS = 35;
const GLOW = [{}, { backgroundColor: "#ffd766", transform: "translateY(-9%) scale(1.06)", offset: 0.35 }, {}];

/**
 * The effects of shuffles, complete rows and wins. Animations only lie over the cards, which are drawn
 * where they belong at once, so that no tap waits for them; the first tap or key ends them.
 */
export class Effects {
  /** @type {Animation[]} */ #running = [];
  /** The cards in the deck, or on their way there. @type {Card[]} */ #gathered = [];
  /** How many times animations began or were ended: steps that waited for earlier ones are void. */ #turn = 0;

  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    const options = { capture: true, passive: true, signal: view.signal };
    for (const input of ["pointerdown", "keydown"])
      document.addEventListener(input, () => this.skip(), options);
  }

  /** Show the effects of the change from a state of the board to the next. @type {(old: BoardState, state: BoardState) => void} */
  follow(old, state) {
    if (!old.board || !state.board) return;
    if (state.isWaiting && !old.isWaiting) this.gather(old.board);
    if (old.board === state.board) return old.isWaiting && !state.isWaiting ? this.skip() : undefined;
    if (state.shuffles > old.shuffles) return void this.shuffle(old.board, state.board);
    if (state.isWon && !old.isWon) return this.win();
    const wereComplete = completeRows(old.board);
    const rows = completeRows(state.board).filter((row) => !wereComplete.includes(row));
    if (rows.length) this.#completed(rows);
  }

  /** @param {number[]} rows */
  #completed(rows) {
    this.sweep(rows);
    if (!this.view.onMove) return;
    void sound("row");
    vibrate(ROW_VIBRATION);
  }

  /** The player has made a move. */
  moved() {
    vibrate(MOVE_VIBRATION_MS);
  }

  /** End all animations. */
  skip() {
    const running = this.#running.splice(0);
    this.#gathered = [];
    this.#turn++;
    for (const animation of running) animation.cancel();
    if (running.length) this.view.update({ isShuffling: false });
  }

  /** Gather the loose cards of a board: a shuffle was asked for. @param {Board} board */
  gather(board) {
    if (isStill()) return;
    this.skip();
    const locked = new Set(lockedSlots(board));
    const slots = [...board.keys()].filter((slot) => board[slot] !== GAP && !locked.has(slot));
    this.#gathered = slots.map((slot) => board[slot]);
    for (const [i, slot] of slots.entries())
      this.#animate(board[slot], [this.#at(placeOf(slot, this.#columns)), this.#inDeck(i)], {
        duration: GATHER_MS,
        easing: "ease-in",
        fill: "forwards",
      });
  }

  /** Riffle the gathered cards, and deal them to where they lie now. @param {Board} before @param {Board} after */
  async shuffle(before, after) {
    if (isStill()) return;
    if (!this.#gathered.length) this.gather(before);
    this.view.update({ isShuffling: true });
    const turn = this.#turn;
    const gathering = [...this.#running];
    await Promise.allSettled(gathering.map(({ finished }) => finished));
    if (turn !== this.#turn) return;
    this.#deal(byColumn(this.#gathered, after, this.#columns));
    for (const animation of gathering) animation.cancel();
    const dealing = this.#running.filter((each) => !gathering.includes(each));
    await Promise.allSettled(dealing.map(({ finished }) => finished));
    if (turn === this.#turn) this.skip();
  }

  /** @param {Card[]} cards in the order of dealing */
  #deal(cards) {
    const duration = RIFFLE_MS + DEAL_MS;
    for (const [i, card] of cards.entries()) {
      const leaves = RIFFLE_MS + ((DEAL_MS - FLIGHT_MS) * i) / cards.length;
      const half = this.#inDeck(i, i % 2 ? RIFFLE_WIDTH : -RIFFLE_WIDTH);
      const frames = [
        this.#inDeck(i),
        { ...half, offset: (RIFFLE_MS * 0.4) / duration },
        { ...this.#inDeck(i), offset: RIFFLE_MS / duration },
        { ...this.#inDeck(i), offset: leaves / duration, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
        { offset: Math.min(1, (leaves + FLIGHT_MS) / duration), transform: this.#atEnd(card) },
      ];
      this.#animate(card, frames, { duration });
    }
  }

  /** Let rows light up that have become complete. @param {number[]} rows */
  sweep(rows) {
    if (isStill()) return;
    const { board } = this.view.state ?? {};
    for (const slot of board ? lockedSlots(board) : []) {
      const { row, column } = placeOf(slot, this.#columns);
      const face = this.view.cards.get(board?.[slot] ?? GAP)?.firstElementChild;
      if (!rows.includes(row)) continue;
      face?.animate(GLOW, { duration: GLOW_MS, delay: column * GLOW_STEP_MS, easing: "ease-out" });
    }
  }

  /** Celebrate a win. */
  win() {
    if (isStill()) return;
    vibrate(WIN_VIBRATION);
    // It measures the cards and makes a picture of each: first, the last move is seen.
    afterPaint(() => this.view.signal.aborted || cascade(this.view));
  }

  get #columns() {
    return this.view.state?.variant.columns ?? 1;
  }

  /** @param {Card} card @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  #animate(card, frames, options) {
    const animation = this.view.cards.get(card)?.animate(frames, options);
    if (animation) this.#running.push(animation);
  }

  /** @param {Place} place @param {string} [more] @returns {Keyframe} */
  #at(place, more = "") {
    return { transform: `${transformOf(place, !!this.view.state?.isTall)} ${more}` };
  }

  /** Where a card was drawn last. @param {Card} card */
  #atEnd(card) {
    const slot = this.view.state?.board?.indexOf(card) ?? 0;
    return /** @type {string} */ (this.#at(placeOf(slot, this.#columns)).transform);
  }

  /** The deck lies a little untidily. @param {number} i @param {number} [aside] in widths of a card */
  #inDeck(i, aside = 0) {
    return this.#at(
      deckPlace(this.#columns),
      `translate(${aside * 100 + (i % 3)}%, ${i % 5}%) rotate(${(i % 7) - 3}deg)`,
    );
  }
}

/** The rows that are complete, from 0. @type {(board: Board) => number[]} */
const completeRows = (board) =>
  [...Array(ROWS).keys()].filter((row) => runLength(board, row) === columnsOf(board) - 1);

/** Cards by the column, then the row, where they lie. @type {(cards: Card[], board: Board, columns: number) => Card[]} */
function byColumn(cards, board, columns) {
  const order = (/** @type {Card} */ card) => {
    const { row, column } = placeOf(board.indexOf(card), columns);
    return column * board.length + row;
  };
  return [...cards].sort((a, b) => order(a) - order(b));
}
