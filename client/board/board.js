import { cardName, t } from "../i18n/index.js";
import { GAP } from "../rules/cards.js";
import { h } from "../ui/dom.js";
import { preferences } from "../ui/preferences.js";
import { announce } from "../ui/say.js";
import { later, onAbort } from "../ui/timers.js";
import { BoardDrawing } from "./drawing.js";
import { slotByKey } from "./focus.js";
import { markOf, movedCards, newBoardState, openGaps, placeText } from "./state.js";
import { tapOn } from "./taps.js";

/** @import { Effects } from "./effects.js" */

/**
 * @typedef {{ isLive?: boolean, isWon?: boolean, isWaiting?: boolean, shuffles?: number, before?: Board | null }} Mode
 *   whether moves can be made; whether a win is celebrated; whether a shuffle was asked for; how many there were; of a
 *   recording, whose cards are not dealt to be looked at: the board before the last action, whose move is marked
 */

const HINT_MS = 2600;
const REFUSED_MS = 300;
const LIFTED_MS = 220;
/** When the code for pointers is loaded, counted from the deal, if no pointer came before (ms). */
const POINTER_DELAY_MS = 2500;

/**
 * A board: semantic slots for input, focus and screen readers, and above them cards that only move.
 * `render` draws the state; one DOM serves wide and tall boards, CSS turns it over.
 */
export class BoardView {
  element = h("div.board", { role: "grid" });
  #drawing = new BoardDrawing(this.element);
  /** @type {BoardState | null} */ state = null;
  /** The slot that a tap means: the one that it hits, until the code for fingers is loaded. @type {(hit: number, event: MouseEvent) => number} */
  tapTarget = (hit) => hit;
  /** Whether the code for pointers is attached or on its way. */ #hasPointer = false;
  /** Set once they are loaded. @type {Effects | null} */ effects = null;
  /** The slot where the last tap moved a card from or to, or -1: there, the second tap of a double one means nothing. */ #changed =
    -1;

  /**
   * @param {string} label @param {AbortSignal} signal of the screen
   * @param {(move: Move) => void} [onMove] plays a move and shows the board after it; without it the board is only looked at
   */
  constructor(label, signal, onMove) {
    this.signal = signal;
    this.onMove = onMove;
    this.element.setAttribute("aria-label", label);
    this.element.onkeydown = (event) => this.#key(event);
    const turned = new ResizeObserver(() => this.#turn());
    turned.observe(this.element);
    onAbort(signal, () => turned.disconnect());
    if (!onMove) return;
    this.element.onclick = (event) => this.#click(event);
    this.element.onpointerover = () => void this.#attachPointer();
  }

  /**
   * Show a board; null: the deck, not dealt yet.
   * @param {Board | null} board @param {Variant} variant @param {Mode} [mode]
   */
  show(board, variant, { isLive = false, before, ...mode } = {}) {
    const old = this.state?.variant.columns === variant.columns ? this.state : this.#build(variant);
    const mark = before && board ? markOf(before, board) : null;
    const canMove = isLive && !!board && !!this.onMove;
    this.state = { ...old, ...AT_REST, ...mode, board, variant, mark, isLive: canMove };
    // The server's answer to a move brings the board that is shown already: cards fly on, and a choice stays.
    const lifted = board && old.board ? movedCards(old.board, board) : [];
    if (lifted.length) this.#lift(lifted);
    this.#render();
    if (board && !old.board) {
      if (before === undefined) this.#drawing.deal(this.state);
      later(POINTER_DELAY_MS, () => void this.#attachPointer(), this.signal);
    }
    this.effects?.follow(old, this.state);
  }

  /** Point out a move for a moment. @param {Move} move */
  hint(move) {
    this.#flash(HINT_MS, "hint", move, null);
  }

  get slots() {
    return this.#drawing.slots;
  }

  get cards() {
    return this.#drawing.cards;
  }

  /** Focus the slot that Tab leads to. */
  focus() {
    this.slots[this.state?.focus ?? 0]?.focus();
  }

  // The state

  /** @param {Variant} variant @returns {BoardState} */
  #build(variant) {
    this.#drawing.build(variant);
    return { ...newBoardState(variant), isTall: this.#isTurned };
  }

  /** CSS may have turned the board over: then its places have other names. The element gets an event `turn`. */
  #turn() {
    const isTall = this.#isTurned;
    if (!this.state || this.state.isTall === isTall) return;
    this.update({ isTall });
    this.element.dispatchEvent(new Event("turn"));
  }

  /** Let cards fly above the others, to the slots where they are drawn next; that ends a choice and a hint. @param {readonly Card[]} lifted */
  #lift(lifted) {
    if (this.state) this.state = { ...this.state, ...NO_CHOICE, hint: null, lifted };
    later(LIFTED_MS, () => this.state?.lifted === lifted && this.update({ lifted: [] }), this.signal);
  }

  /** Change the state and draw it. @param {Partial<BoardState>} changes */
  update(changes) {
    if (this.state) this.state = { ...this.state, ...changes };
    this.#render();
  }

  /** Change the state for a moment; a value that has changed again meanwhile stays. @type {<K extends keyof BoardState>(ms: number, name: K, value: BoardState[K], none: BoardState[K]) => void} */
  #flash(ms, name, value, none) {
    this.update({ [name]: value });
    later(ms, () => this.state?.[name] === value && this.update({ [name]: none }), this.signal);
  }

  #render() {
    if (this.state) this.#drawing.render(this.state);
  }

  // Taps

  /** @param {MouseEvent} event */
  #click(event) {
    const slot = this.tapTarget(this.slotOf(event.target), event);
    if (slot < 0 || !this.state || (event.detail > 1 && slot === this.#changed)) return;
    const before = this.state.board?.[slot];
    this.#setFocus(slot);
    this.#tap(slot);
    this.#changed = before !== this.state.board?.[slot] ? slot : -1;
  }

  /**
   * Let Tab lead to a slot. Before anything else is drawn, since a browser lays out all that changed until then when the
   * element with the focus gets a `tabindex`.
   * @param {number} slot
   */
  #setFocus(slot) {
    if (!this.state) return;
    this.#drawing.moveFocus(this.state.focus, slot);
    this.state = { ...this.state, focus: slot };
  }

  /** @param {number} slot */
  #tap(slot) {
    const state = this.state;
    if (!state?.isLive) return this.#render();
    const tap = tapOn(state, slot, preferences.tap === "move");
    switch (tap.kind) {
      case "move":
        return this.move(tap.move);
      case "select":
        announce(t("whichGap", { card: cardName(tap.card), n: openGaps(state, tap.card).length }));
        return this.update({ ...NO_CHOICE, selected: tap.card });
      case "ask":
        announce(t("whichCard"));
        return this.update({ ...NO_CHOICE, asked: tap.gap });
      case "refuse":
        announce(t("cannotMove", { card: cardName(tap.card) }));
        this.state = { ...state, ...NO_CHOICE };
        return this.#flash(REFUSED_MS, "refused", tap.card, GAP);
      case "dead":
        announce(t("deadGap"));
    }
    this.update(NO_CHOICE);
  }

  /** Play a move: `onMove` shows the board after it, so it is drawn once. @param {Move} move */
  move({ card, slot }) {
    const state = this.state;
    if (!state) return;
    const place = placeText(slot, state.variant.columns, state.isTall);
    announce(t("movedTo", { card: cardName(card), place }));
    this.effects?.moved();
    this.state = { ...state, ...NO_CHOICE };
    this.onMove?.({ card, slot });
  }

  // Effects, fingers and drags: their code is loaded with the first pointer

  async #attachPointer() {
    if (this.#hasPointer) return;
    this.#hasPointer = true;
    /** @type {PointerEvent | undefined} */
    let pressed;
    this.element.onpointerdown = (event) => {
      pressed = event;
    };
    this.element.onpointerup = () => {
      pressed = undefined;
    };
    const module = await import("./pointer.js").catch(() => null);
    this.#hasPointer = !!module;
    module?.attachPointer(this, pressed);
  }

  /** The slot that an element is in, or -1. @param {EventTarget | null} target */
  slotOf(target) {
    return target instanceof Element ? this.slots.findIndex((slot) => slot.contains(target)) : -1;
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const state = this.state;
    const slot = this.slotOf(event.target);
    if (!state || slot < 0 || event.altKey || event.metaKey) return;
    const next = slotByKey(slot, event, state.variant.columns, state.isTall);
    if (next !== null) {
      this.#setFocus(next);
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") this.#tap(slot);
    else if (event.key === "Escape" && (state.selected || state.asked >= 0)) this.update(NO_CHOICE);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether the board is turned over: rows are columns. */
  get isTall() {
    return !!this.state?.isTall;
  }

  /** Whether CSS has turned it over; to look costs a layout. */
  get #isTurned() {
    return getComputedStyle(this.element).getPropertyValue("--tall").trim() === "1";
  }
}

const AT_REST = { isWaiting: false, isWon: false, shuffles: 0 };
const NO_CHOICE = { selected: GAP, asked: -1 };
