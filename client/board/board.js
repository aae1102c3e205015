import { cardName, rankText, t } from "../i18n/index.js";
import { preferences } from "../preferences/preferences.js";
import { gapsFor, lockedSlots, ROWS, takes } from "../rules/board.js";
import { deck, GAP, rank, suit } from "../rules/cards.js";
import { announce, h, suitIcon } from "../ui/dom.js";
import { face } from "./card.js";

/** @import { Board, Move } from "../rules/board.js" */
/** @import { Card } from "../rules/cards.js" */
/** @import { Variant } from "../rules/variants.js" */

const HINT_MS = 2600;
const DEAL_MS = 1100;
/** What pointers need comes so long after the deal, if none came before (ms). */
const LEARN_MS = 2500;

/**
 * A board: semantic slots for input, focus and screen readers, and above them cards that only move.
 * One DOM serves wide and tall; CSS turns it over.
 */
export class BoardView {
  element = h("div", { class: "board", role: "grid" });
  /** @type {Board | null} */ #board = null;
  /** @type {Variant | null} */ #variant = null;
  #isLive = false;
  /** @type {HTMLElement[]} */ slots = [];
  /** @type {Map<Card, HTMLElement>} */ cards = new Map();
  /** What is drawn in each slot. @type {string[]} */ #drawn = [];
  /** A card that waits for its gap. @type {Card} */ #selected = GAP;
  /** A gap that waits for one of several cards. */ #asked = -1;
  /** The slot that a tap means: the one that it hits, until better is known. @type {typeof import("./aim.js").aimed} */
  aim = (_, i) => i;
  #isDealt = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #hintTimer;

  /** @param {string} label @param {(move: Move) => void} [onMove] without it the board is only looked at */
  constructor(label, onMove) {
    this.onMove = onMove;
    this.element.setAttribute("aria-label", label);
    this.element.onkeydown = (event) => this.#key(event);
    if (!onMove) return;
    this.element.onclick = (event) => this.#click(event);
    this.#awaitPointer();
  }

  /** Shows a board; null: the deck, not dealt yet. @param {Board | null} board @param {Variant} variant @param {boolean} [isLive] */
  show(board, variant, isLive = false) {
    if (this.#variant?.columns !== variant.columns) this.#build(variant.columns);
    const old = this.#board;
    this.#board = board;
    this.#variant = variant;
    this.#isLive = isLive && !!board && !!this.onMove;
    if (old !== board) this.#forget();
    if (!board) return this.#gather();
    if (!this.#isDealt) this.#deal();
    this.#draw();
  }

  /** Shows what to do. @param {Move} move */
  hint({ card, slot }) {
    const marked = [this.cards.get(card), this.slots[slot]];
    for (const element of marked) element?.classList.add("hint");
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => {
      for (const element of this.element.querySelectorAll(".hint")) element.classList.remove("hint");
    }, HINT_MS);
  }

  /** Puts the focus on the board. */
  focus() {
    this.slots.find((slot) => slot.tabIndex === 0)?.focus();
  }

  /** @param {number} columns */
  #build(columns) {
    this.element.style.setProperty("--n", String(columns));
    this.slots = Array.from({ length: ROWS * columns }, (_, i) =>
      h("div", {
        class: "slot",
        role: "gridcell",
        tabindex: i ? -1 : 0,
        "--r": Math.floor(i / columns),
        "--c": i % columns,
      }),
    );
    const rows = Array.from({ length: ROWS }, (_, r) =>
      h("div", { class: "line", role: "row" }, ...this.slots.slice(r * columns, (r + 1) * columns)),
    );
    this.cards = new Map(
      deck(columns).map((card) => [
        card,
        h("div", { class: `card k${suit(card)}`, "aria-hidden": "true" }, face(card)),
      ]),
    );
    this.element.replaceChildren(
      ...rows,
      h("div", { class: "cards", "aria-hidden": "true" }, ...this.cards.values()),
    );
    this.#drawn = [];
    this.#isDealt = false;
  }

  #gather() {
    this.#isDealt = false;
    this.#drawn = [];
    for (const [i, slot] of this.slots.entries()) {
      slot.setAttribute("aria-label", this.#place(i));
      slot.className = "slot";
      slot.replaceChildren();
    }
    for (const card of this.cards.values()) this.#put(card, 1.5, (this.#columns - 1) / 2, "card back");
  }

  #deal() {
    this.#isDealt = true;
    this.element.classList.add("dealing");
    setTimeout(() => this.element.classList.remove("dealing"), DEAL_MS);
    setTimeout(() => void this.#learnPointing(), LEARN_MS);
  }

  get #columns() {
    return this.#variant?.columns ?? 13;
  }

  /** @type {(element: HTMLElement, row: number, column: number, name: string) => void} */
  #put(element, row, column, name) {
    const suitClass = element.className.match(/k\d/)?.[0] ?? "";
    element.className = `${name} ${suitClass}`;
    element.style.setProperty("--r", String(row));
    element.style.setProperty("--c", String(column));
  }

  #draw() {
    const board = this.#board;
    const variant = this.#variant;
    if (!board || !variant) return;
    const locked = new Set(lockedSlots(board));
    const targets = this.#selected ? gapsFor(board, this.#selected, variant) : [];
    const asked = this.#asked < 0 ? [] : takes(board, this.#asked, variant);
    for (const [i, card] of board.entries())
      if (card === GAP) this.#drawGap(i, takes(board, i, variant), targets.includes(i) || i === this.#asked);
      else
        this.#drawCard(
          i,
          card,
          locked.has(i),
          gapsFor(board, card, variant).length > 0,
          asked.includes(card),
        );
  }

  /** @type {(i: number, card: Card, isLocked: boolean, canMove: boolean, isAsked: boolean) => void} */
  #drawCard(i, card, isLocked, canMove, isAsked) {
    const isMovable = this.#isLive && canMove;
    const isSelected = card === this.#selected;
    const key = `${card}${isLocked}${isMovable}${isSelected}${isAsked}`;
    if (this.#drawn[i] === key) return;
    this.#drawn[i] = key;
    const name = [
      "card",
      isLocked && "ok",
      isMovable && !isLocked && "mv",
      (isSelected || (isAsked && !isLocked)) && "sel",
    ];
    const element = this.cards.get(card);
    if (element)
      this.#put(element, Math.floor(i / this.#columns), i % this.#columns, name.filter(Boolean).join(" "));
    const state = isSelected ? t("isSelected") : isLocked ? t("inPlace") : isMovable ? t("canMove") : "";
    this.#drawSlot(
      i,
      isMovable ? "slot act" : "slot",
      `${cardName(card)}${state && `, ${state}`}`,
      isSelected,
    );
    this.slots[i].replaceChildren();
  }

  /** @type {(i: number, wanted: readonly Card[], isTarget: boolean) => void} */
  #drawGap(i, wanted, isTarget) {
    const key = `gap${wanted}${isTarget}${this.#isLive}`;
    if (this.#drawn[i] === key) return;
    this.#drawn[i] = key;
    const name = [
      "slot",
      !wanted.length && "dead",
      this.#isLive && wanted.length && "act",
      isTarget && "dest",
    ];
    const takesAny2 = wanted.length === ROWS;
    const text = !wanted.length
      ? t("deadGap")
      : takesAny2
        ? t("takesAny2")
        : t("takes", { card: wanted.map(cardName).join(t("or")) });
    this.#drawSlot(i, name.filter(Boolean).join(" "), text, isTarget);
    const faces = takesAny2
      ? [h("b", {}, "2")]
      : wanted.flatMap((card) => [h("b", {}, rankText(rank(card))), suitIcon(suit(card))]);
    this.slots[i].replaceChildren(
      h("span", { class: `ghost${faces.length > 2 ? " two" : ""}`, "aria-hidden": "true" }, ...faces),
    );
  }

  /** @type {(i: number, name: string, text: string, isSelected: boolean) => void} */
  #drawSlot(i, name, text, isSelected) {
    const slot = this.slots[i];
    slot.className = name;
    slot.setAttribute("aria-label", `${this.#place(i)}: ${text}`);
    slot.setAttribute("aria-selected", String(isSelected));
  }

  /** @param {number} i */
  #place(i) {
    return t("place", { row: Math.floor(i / this.#columns) + 1, slot: (i % this.#columns) + 1 });
  }

  // What somebody does

  #forget() {
    this.#selected = GAP;
    this.#asked = -1;
  }

  /** Lets somebody choose a gap for a card; for `GAP`, nothing is chosen any more. @param {Card} card */
  select(card) {
    this.#forget();
    this.#selected = card;
    this.#draw();
  }

  /** The gaps that a card could go to, if somebody may move it. @type {(card: Card) => number[]} */
  gapsFor(card) {
    return this.#isLive && this.#board && this.#variant ? gapsFor(this.#board, card, this.#variant) : [];
  }

  /** The card that something is in, or GAP. @param {EventTarget | null} target @returns {Card} */
  cardAt(target) {
    return this.#board?.[this.#slotOf(target)] ?? GAP;
  }

  #awaitPointer() {
    this.element.onpointerover = () => void this.#learnPointing();
  }

  /** The first pointer that comes brings what fingers and dragging need; it may press already. */
  async #learnPointing() {
    /** @type {PointerEvent | undefined} */
    let pressed;
    if (!this.element.onpointerover) return;
    this.element.onpointerover = null;
    this.element.onpointerdown = (event) => {
      pressed = event;
    };
    this.element.onpointerup = () => {
      pressed = undefined;
    };
    const module = await import("./drag.js").catch(() => null);
    if (!module) return this.#awaitPointer();
    this.aim = module.aimed;
    module.letDrag(this, pressed);
  }

  /** @param {Move} move */
  move(move) {
    this.#forget();
    const element = this.cards.get(move.card);
    element?.classList.add("lift");
    announce(t("movedTo", { card: cardName(move.card), place: this.#place(move.slot) }));
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(8);
    this.onMove?.(move);
    element?.classList.add("lift");
    setTimeout(() => element?.classList.remove("lift"), 220);
  }

  /** @param {number} i */
  #act(i) {
    const board = this.#board;
    if (!this.#isLive || !board) return;
    if (board[i] === GAP) this.#actGap(board, i);
    else this.#actCard(board, board[i]);
    this.#draw();
  }

  /** @param {Board} board @param {Card} card */
  #actCard(board, card) {
    const gaps = this.#variant ? gapsFor(board, card, this.#variant) : [];
    const asked = this.#asked;
    const wasSelected = this.#selected === card;
    this.#forget();
    if (gaps.includes(asked)) return this.move({ card, slot: asked });
    if (!gaps.length) return this.#refuse(card, t("cannotMove", { card: cardName(card) }));
    if (gaps.length === 1 && preferences.tap === "move") return this.move({ card, slot: gaps[0] });
    if (wasSelected) return;
    this.#selected = card;
    announce(t("whichGap", { card: cardName(card), n: gaps.length }));
  }

  /** @param {Board} board @param {number} i */
  #actGap(board, i) {
    const wanted = this.#variant ? takes(board, i, this.#variant) : [];
    const selected = this.#selected;
    this.#forget();
    if (wanted.includes(selected)) return this.move({ card: selected, slot: i });
    if (!wanted.length) return announce(t("deadGap"));
    const locked = lockedSlots(board).map((slot) => board[slot]);
    const loose = wanted.filter((card) => !locked.includes(card));
    const only = wanted.length === 1 ? wanted[0] : loose.length === 1 ? loose[0] : GAP;
    if (only && preferences.tap === "move") return this.move({ card: only, slot: i });
    this.#asked = i;
    announce(t("whichCard"));
  }

  /** @param {Card} card @param {string} why */
  #refuse(card, why) {
    announce(why);
    const element = this.cards.get(card);
    element?.classList.add("no");
    setTimeout(() => element?.classList.remove("no"), 300);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const i = this.aim(this.slots, this.#slotOf(event.target), event);
    if (i < 0) return;
    this.#focusTo(i, false);
    this.#act(i);
  }

  /** The slot that something is in, or -1. @param {EventTarget | null} target */
  #slotOf(target) {
    return this.slots.indexOf(/** @type {any} */ (target).closest(".slot"));
  }

  // Keys

  /** @param {number} i @param {boolean} [really] */
  #focusTo(i, really = true) {
    for (const slot of this.slots) if (slot.tabIndex === 0) slot.tabIndex = -1;
    this.slots[i].tabIndex = 0;
    if (really) this.slots[i].focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const i = this.slots.indexOf(/** @type {any} */ (document.activeElement));
    if (i < 0 || event.altKey || event.metaKey) return;
    const to = this.#keyTarget(i, event);
    if (to !== null) this.#focusTo(to);
    else if (event.key === "Enter" || event.key === " ") this.#act(i);
    else if (event.key === "Escape" && (this.#selected || this.#asked >= 0)) {
      this.#forget();
      this.#draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where a key leads from a slot, or null. @type {(i: number, event: KeyboardEvent) => number | null} */
  #keyTarget(i, { key, ctrlKey }) {
    const n = this.#columns;
    const [row, column] = [Math.floor(i / n), i % n];
    if (key === "Home") return ctrlKey ? 0 : row * n;
    if (key === "End") return ctrlKey ? ROWS * n - 1 : row * n + n - 1;
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    if (!step || ctrlKey) return null;
    const isTall = getComputedStyle(this.element).getPropertyValue("--tall").trim() === "1";
    const [down, right] = isTall ? [step[1], step[0]] : step;
    return clamp(row + down, ROWS) * n + clamp(column + right, n);
  }
}

/** @type {(value: number, count: number) => number} */
const clamp = (value, count) => Math.min(count - 1, Math.max(0, value));
