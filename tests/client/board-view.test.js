import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { BoardView } from "../../client/board/board.js";
import { focusMovable } from "../../client/board/focus.js";
import { useLanguage } from "../../client/i18n/index.js";
import { legalMoves, moved, parseBoard } from "../../client/rules/board.js";
import { findCard } from "../../client/rules/cards.js";
import { parseVariant } from "../../client/rules/variants.js";
import { OPENING, tryBoard, VARIANT } from "../../client/screens/today/home.js";
import { preferences } from "../../client/ui/preferences.js";

/** @import { Board, Move } from "../../client/rules/board.js" */
/** @import { TestContext } from "node:test" */

const MINI = parseVariant("mini");
const BOARD = parseBoard("3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--", MINI);
const [MOVE] = legalMoves(BOARD, MINI).filter(
  ({ card }, _, all) => all.filter((each) => each.card === card).length === 1,
);

await useLanguage("en");

/** A board that is played on, and how often it was drawn. @param {TestContext} context */
function played(context) {
  const closing = new AbortController();
  context.after(() => closing.abort());
  /** @type {Board} */
  let board = BOARD;
  const shown = { count: 0, moves: /** @type {Move[]} */ ([]) };
  const view = new BoardView("Board", closing.signal, (move) => {
    shown.moves.push(move);
    board = moved(board, move);
    view.show(board, MINI, { isLive: true });
  });
  view.show(board, MINI, { isLive: true });
  const click = (/** @type {number} */ slot) => view.slots[slot].click();
  return { view, shown, click };
}

test("a tap on a card with one gap moves it, and the board is drawn once", (context) => {
  const { view, shown, click } = played(context);
  const from = BOARD.indexOf(MOVE.card);
  const element = /** @type {HTMLElement} */ (view.cards.get(MOVE.card));
  /** @type {string[]} */
  const changes = [];
  const setAttribute = element.setAttribute.bind(element);
  element.setAttribute = (name, value) => {
    if (name === "class") changes.push(value);
    setAttribute(name, value);
  };
  click(from);
  assert.deepEqual(shown.moves, [MOVE]);
  assert.equal(changes.length, 1, "drawn once");
  assert.ok(element.classList.contains("lifted"));
  assert.equal(element.style.getPropertyValue("--column"), String(MOVE.slot % 7));
});

test("the second tap of a double one moves nothing, on the slot that the first one changed", (context) => {
  const { view, shown } = played(context);
  const tap = (/** @type {number} */ slot, /** @type {number} */ detail) =>
    view.slots[slot].dispatchEvent(Object.assign(new Event("click", { bubbles: true }), { detail }));
  const from = BOARD.indexOf(MOVE.card);
  tap(from, 1);
  tap(from, 2);
  assert.deepEqual(shown.moves, [MOVE]);
  tap(from, 1); // a tap of its own: the gap takes a card
  assert.equal(shown.moves.length, 2);
  tap(from, 2);
  assert.equal(shown.moves.length, 2);
});

test("a card with several gaps waits for one, and the gaps show it", (context) => {
  const { view, shown, click } = played(context);
  const two = BOARD.indexOf(legalMoves(BOARD, MINI).find(({ slot }) => slot % 7 !== 0)?.card ?? 0);
  preferences.tap = "select";
  context.after(() => {
    preferences.tap = "move";
  });
  click(two);
  assert.deepEqual(shown.moves, []);
  const targets = view.slots.flatMap((slot, i) => (slot.classList.contains("target") ? [i] : []));
  assert.ok(targets.length);
  assert.match(view.slots[two].getAttribute("aria-label") ?? "", /selected/);
  click(targets[0]);
  assert.equal(shown.moves.length, 1);
  assert.equal(view.element.querySelectorAll(".selected, .target").length, 0);
});

test("what a screen reader hears of a slot is what lies in it", (context) => {
  const { view } = played(context);
  const labels = view.slots.map((slot) => slot.getAttribute("aria-label"));
  assert.equal(labels[0], "3 of spades, row 1, slot 1");
  assert.equal(labels[13], "7 of diamonds, row 2, slot 7");
  assert.equal(new Set(labels).size, 28);
});

test("on a tall board, which CSS has turned over, places are in columns", (context) => {
  const { view } = played(context);
  view.update({ isTall: true });
  assert.equal(view.slots[0].getAttribute("aria-label"), "3 of spades, column 1, slot 1");
  assert.equal(view.slots[13].getAttribute("aria-label"), "7 of diamonds, column 2, slot 7");
});

test("each row shows the suit of its 2, and none while it has no 2", (context) => {
  const { view } = played(context);
  const rails = () => [...view.element.querySelectorAll(".rail")].map(({ className }) => className);
  assert.deepEqual(rails(), ["rail", "rail", "rail", "rail"]);
  const [start, two] = [MINI.columns, BOARD.indexOf(findCard("2D") ?? 0)];
  view.show(
    Uint8Array.from(BOARD, (_, slot) => BOARD[slot === start ? two : slot === two ? start : slot]),
    MINI,
  );
  assert.deepEqual(rails(), ["rail", "rail suit-1", "rail", "rail"]);
});

test("a card that comes back flies above the others, as it did when it went", (context) => {
  const { view, click } = played(context);
  const element = /** @type {HTMLElement} */ (view.cards.get(MOVE.card));
  const others = [...view.cards.values()].filter((each) => each !== element);
  const isAlone = () =>
    element.classList.contains("lifted") && !others.some((each) => each.classList.contains("lifted"));
  click(BOARD.indexOf(MOVE.card));
  assert.ok(isAlone(), "in its own move");
  view.update({ lifted: [] });
  view.show(BOARD, MINI);
  assert.ok(isAlone(), "when it is undone, replayed or watched");
});

test("a board that is shown once more, as the answer to a move brings it, ends no flight and no choice", (context) => {
  const { view, click } = played(context);
  click(BOARD.indexOf(MOVE.card));
  const { lifted, board } = view.state ?? {};
  view.update({ selected: findCard("2C") });
  view.show(Uint8Array.from(board ?? []), MINI, { isLive: true });
  assert.deepEqual(view.state?.lifted, [MOVE.card]);
  assert.equal(view.state?.lifted, lifted);
  assert.equal(view.state?.selected, findCard("2C"));
});

test("the last move of a game that is watched is marked, with the slot that it left", (context) => {
  const { view } = played(context);
  const after = moved(BOARD, MOVE);
  view.show(after, MINI, { before: BOARD });
  const marked = [...view.element.querySelectorAll(".marked")];
  assert.deepEqual(marked, [view.cards.get(MOVE.card)]);
  const left = view.slots.flatMap((slot, i) => (slot.classList.contains("left") ? [i] : []));
  assert.deepEqual(left, [BOARD.indexOf(MOVE.card)]);
  view.show(BOARD, MINI);
  assert.equal(view.element.querySelectorAll(".marked, .left").length, 0);
});

test("a key leads from each card that can move to the next one, and around", (context) => {
  const { view } = played(context);
  document.body.append(view.element);
  context.after(() => view.element.remove());
  const movable = view.slots.flatMap((slot, i) =>
    slot.getAttribute("aria-label")?.includes("can move") ? [i] : [],
  );
  const seen = [...movable, 0].map(() => {
    focusMovable(view);
    return view.slots.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  });
  assert.ok(movable.length > 1);
  assert.deepEqual(seen, [...movable, movable[0]]);
});

test("a tap draws the board without a look at its style, which would cost a layout", (context) => {
  const { shown, click, view } = played(context);
  const looks = context.mock.method(globalThis, "getComputedStyle");
  click(BOARD.indexOf(MOVE.card));
  assert.deepEqual([shown.moves.length, view.isTall], [1, false]);
  assert.equal(looks.mock.callCount(), 0);
});

test("a tap on the board of the first page says what it teaches without a look at its style", async (context) => {
  const closing = new AbortController();
  context.after(() => closing.abort());
  const { element, view } = tryBoard(closing.signal);
  const before = element.textContent;
  const looks = context.mock.method(globalThis, "getComputedStyle");
  const [{ card }] = legalMoves(OPENING, VARIANT);
  view.slots[OPENING.indexOf(card)].click();
  assert.notEqual(element.textContent, before);
  assert.equal(looks.mock.callCount(), 0);
});
