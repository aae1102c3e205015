import { cardName, rankText, spaced, t } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { deck, GAP, rank, suit } from "../rules/cards.js";
import { h, suitIcon } from "../ui/dom.js";
import { animate, isStill } from "../ui/motion.js";
import { deckPlace, isAnyTwo, placeOf, placeText, slotStates, transformOf } from "./state.js";

/** @import { Place, SlotState } from "./state.js" */

/** Rank and suit of a card. @type {(card: Card) => Child[]} */
export const rankAndSuit = (card) => [h("b", rankText(rank(card))), suitIcon(suit(card))];

/** The face of a card. @type {(card: Card) => HTMLElement} */
export const face = (card) => h("div.face", ...rankAndSuit(card));

/** A mark at the start of each row: the suit that it collects, once it has its 2, and the way that it grows. */
function newRails() {
  const rails = Array.from({ length: ROWS }, (_, row) => h("span.rail", { "--row": row }, "2"));
  /** The suits that are shown; -1: the row has no 2. */
  const suits = Array(ROWS).fill(-1);
  const show = (/** @type {Board} */ board) => {
    for (const [row, rail] of rails.entries()) {
      const first = board[(row * board.length) / ROWS];
      const now = rank(first) === 2 ? suit(first) : -1;
      if (now === suits[row]) continue;
      suits[row] = now;
      rail.className = now < 0 ? "rail" : `rail suit-${now}`;
      rail.replaceChildren(now < 0 ? "2" : suitIcon(now));
    }
  };
  return { element: h("div.rails", { "aria-hidden": "true" }, ...rails), show };
}

/** @typedef {{ [name: string]: string | number }} Attributes of an element, and its CSS variables */

/** How a card flies from the deck to its slot; each column leaves a little later (ms). */
const FLIGHT = { duration: 420, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const COLUMN_DELAY_MS = 36;

/** The elements of a board: slots, and above them the cards. It draws the differences between a state and the one before. */
export class BoardDrawing {
  /** @type {HTMLElement[]} */ slots = [];
  /** @type {Map<Card, HTMLElement>} */ cards = new Map();
  #rails = newRails();
  /** How each slot and card was drawn last. @type {Map<HTMLElement, Attributes>} */ #drawn = new Map();
  /** The cards that each gap was drawn with, as text. @type {string[]} */ #wanted = [];
  /** How each slot was drawn last, as text. @type {string[]} */ #slots = [];

  /** @param {HTMLElement} element of the board */
  constructor(element) {
    this.element = element;
  }

  /** Make the slots and cards of a variant, in place of those before. @param {Variant} variant */
  build({ columns }) {
    this.slots = Array.from({ length: ROWS * columns }, (_, i) =>
      h("div.slot", { role: "gridcell", ...position(placeOf(i, columns)) }),
    );
    const rows = Array.from({ length: ROWS }, (_, row) =>
      h("div.board-row", { role: "row" }, ...this.slots.slice(row * columns, (row + 1) * columns)),
    );
    this.cards = new Map(
      deck(columns).map((card) => [card, h("div", { "aria-hidden": "true" }, face(card))]),
    );
    this.#drawn.clear();
    this.#wanted = [];
    this.#slots = [];
    this.element.style.setProperty("--columns", String(columns));
    this.element.replaceChildren(
      ...rows,
      this.#rails.element,
      h("div.cards", { "aria-hidden": "true" }, ...this.cards.values()),
    );
  }

  /** @param {BoardState} state */
  render(state) {
    this.#draw(this.element, { class: spaced("board", state.isShuffling && "shuffling") });
    if (state.board) this.#renderBoard(state, state.board);
    else this.#renderDeck(state);
  }

  /** Let cards fly from the deck to where they are drawn. They lie there already, so no tap waits for it. @param {BoardState} state */
  deal({ variant: { columns }, board, isTall }) {
    if (!board || isStill()) return;
    const from = transformOf(deckPlace(columns), isTall);
    for (const [slot, card] of board.entries()) {
      const place = placeOf(slot, columns);
      const delay = place.column * COLUMN_DELAY_MS;
      const transform = [from, transformOf(place, isTall)];
      const element = this.cards.get(card);
      if (element) animate(element, { transform }, { ...FLIGHT, delay, fill: "backwards" });
    }
  }

  /** Let Tab lead from now on to another slot. @type {(before: number, slot: number) => void} */
  moveFocus(before, slot) {
    for (const i of new Set([before, slot])) {
      const element = this.slots[i];
      this.#draw(element, { ...this.#drawn.get(element), tabindex: i === slot ? 0 : -1 });
    }
  }

  /** @param {BoardState} state */
  #renderDeck({ variant: { columns }, focus, isTall }) {
    this.#slots = [];
    for (const [i, slot] of this.slots.entries()) {
      this.#draw(slot, {
        class: "slot",
        tabindex: i === focus ? 0 : -1,
        "aria-label": placeText(i, columns, isTall),
      });
      this.#fill(i, null);
    }
    for (const [card, element] of this.cards)
      this.#draw(element, {
        class: spaced("card", `suit-${suit(card)}`, "face-down"),
        ...position(deckPlace(columns)),
      });
  }

  /** @type {(state: BoardState, board: Board) => void} */
  #renderBoard(state, board) {
    this.#rails.show(board);
    for (const [i, slot] of slotStates(state, board).entries()) {
      this.#renderSlot(i, slot, state);
      const element = this.cards.get(slot.card);
      if (element) this.#draw(element, cardLook(i, slot, state));
    }
  }

  /** @type {(i: number, slot: SlotState, state: BoardState) => void} */
  #renderSlot(i, slot, { variant: { columns }, focus, isTall }) {
    const text = JSON.stringify([slot, i === focus, isTall]);
    if (this.#slots[i] === text) return;
    this.#slots[i] = text;
    this.#draw(this.slots[i], {
      class: slotClass(slot),
      tabindex: i === focus ? 0 : -1,
      "aria-label": `${slotText(slot)}, ${placeText(i, columns, isTall)}`,
      "aria-selected": String(slot.card === GAP ? slot.isTarget : slot.isSelected),
    });
    this.#fill(i, slot.card === GAP ? slot.wanted : null);
  }

  /** Show in a gap the cards it takes; null: no gap. @type {(i: number, wanted: readonly Card[] | null) => void} */
  #fill(i, wanted) {
    // `null` and `[]` differ here: a dead gap has a face of its own.
    const text = JSON.stringify(wanted);
    if ((this.#wanted[i] ?? "null") === text) return;
    this.#wanted[i] = text;
    this.slots[i].replaceChildren(...(wanted ? [wantedFaces(wanted)] : []));
  }

  /** Set attributes that differ from the last ones. @type {(element: HTMLElement, attributes: Attributes) => void} */
  #draw(element, attributes) {
    const old = this.#drawn.get(element) ?? {};
    for (const [name, value] of Object.entries(attributes))
      if (old[name] !== value) {
        if (name.startsWith("--")) element.style.setProperty(name, String(value));
        else element.setAttribute(name, String(value));
      }
    this.#drawn.set(element, attributes);
  }
}

/** @type {(place: Place) => Attributes} */
const position = ({ row, column }) => ({ "--row": row, "--column": column });

/** @type {(i: number, slot: SlotState, state: BoardState) => Attributes} */
function cardLook(i, { card, isLocked, isMovable, isSelected, isAsked }, state) {
  const { hint, refused, lifted, drag, mark } = state;
  const isDragged = drag?.card === card;
  return {
    class: spaced(
      "card",
      `suit-${suit(card)}`,
      isLocked && "locked",
      isMovable && !isLocked && "movable",
      (isSelected || isAsked) && "selected",
      hint?.card === card && "hint",
      refused === card && "refused",
      lifted.includes(card) && "lifted",
      mark?.card === card && "marked",
      isDragged && "dragged",
    ),
    ...position(placeOf(i, state.variant.columns)),
    "--dx": isDragged ? `${drag.dx}px` : "0px",
    "--dy": isDragged ? `${drag.dy}px` : "0px",
  };
}

/** @type {(slot: SlotState) => string} */
const slotClass = ({ card, wanted, isPlayable, isTarget, isHinted, isLeft }) =>
  spaced(
    "slot",
    card === GAP && !wanted.length && "dead",
    isPlayable && "playable",
    isTarget && "target",
    isHinted && "hint",
    isLeft && "left",
  );

/** The contents of a slot, in words. @type {(slot: SlotState) => string} */
function slotText(slot) {
  const { card, wanted, isLocked, isMovable, isSelected } = slot;
  if (card === GAP) {
    if (!wanted.length) return t("deadGap");
    return isAnyTwo(wanted) ? t("takesAny2") : t("takes", { card: wanted.map(cardName).join(t("or")) });
  }
  const state = isSelected ? t("isSelected") : isLocked ? t("inPlace") : isMovable ? t("canMove") : "";
  return `${cardName(card)}${state && `, ${state}`}`;
}

/** The cards that a gap takes, small. @type {(wanted: readonly Card[]) => HTMLElement} */
function wantedFaces(wanted) {
  /** @type {Child[]} */
  const faces = isAnyTwo(wanted)
    ? [h("b", "2")]
    : wanted.map((card) => h("span", { class: `suit-${suit(card)}` }, ...rankAndSuit(card)));
  const name = faces.length > 1 ? "wanted several" : "wanted";
  return h("span", { class: name, "aria-hidden": "true" }, ...faces);
}
