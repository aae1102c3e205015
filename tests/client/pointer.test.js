import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { DragGesture, tapTarget } from "../../client/board/pointer.js";
import { GAP } from "../../client/rules/cards.js";

/** @import { DragBoard, Target } from "../../client/board/pointer.js" */

/** A slot of 40 by 60 px. @type {(slot: number, left: number, top?: number) => Target} */
const slotAt = (slot, left, top = 0) => ({ slot, box: { left, top, right: left + 40, bottom: top + 60 } });
/** @type {(x: number, y: number) => { clientX: number, clientY: number }} */
const point = (x, y) => ({ clientX: x, clientY: y });

test("a tap on a target is meant for it, even if another is as near", () => {
  assert.equal(tapTarget(1, point(40, 30), [slotAt(0, 0), slotAt(1, 40)]), 1);
});

test("a tap just beside a target is meant for it", () => {
  assert.equal(tapTarget(7, point(53.9, 30), [slotAt(0, 0)]), 0);
  assert.equal(tapTarget(7, point(54, 30), [slotAt(0, 0)]), 7, "14 px away is too far");
  assert.equal(
    tapTarget(7, point(50, 70), [slotAt(0, 0)]),
    7,
    "10 px right and 10 px below are more than 14 px",
  );
});

test("a tap between two targets is meant for neither, unless one is clearly nearer", () => {
  const targets = [slotAt(0, 0), slotAt(2, 60)];
  assert.equal(tapTarget(1, point(50, 30), targets), 1);
  assert.equal(tapTarget(1, point(45, 30), targets), 0);
  assert.equal(tapTarget(1, point(46, 30), targets), 1, "6 px to one and 14 px to the other is not clear");
  assert.equal(tapTarget(1, point(50, 30), []), 1);
});

/** A board with card 2 at the left, which fits gap 9; and what was done to it. */
function dragged() {
  /** @type {unknown[]} */
  const calls = [];
  /** @type {DragBoard} */
  const board = {
    cardAt: (element) => (element ? 2 : GAP),
    targetsOf: (card) => (card === 2 ? [slotAt(9, 200)] : []),
    dragTo: (card, dx, dy) => calls.push([card, dx, dy]),
    endDrag: () => calls.push("end"),
    capture: () => {},
    move: (move) => calls.push(move),
  };
  const gesture = new DragGesture(board);
  const press = (button = 0) => gesture.press({ target: /** @type {any} */ ({}), ...point(20, 30), button });
  const move = (/** @type {number} */ x, buttons = 1) =>
    gesture.move({ ...point(x, 30), pointerId: 1, buttons });
  const isClickSwallowed = () => {
    let isSwallowed = false;
    gesture.click({ stopImmediatePropagation: () => (isSwallowed = true) });
    return isSwallowed;
  };
  return { calls, gesture, press, move, isClickSwallowed };
}

test("a pointer drags from 8 px on, and its click is none then", () => {
  const { calls, gesture, press, move, isClickSwallowed } = dragged();
  press();
  move(27.9);
  assert.deepEqual(calls, []);
  gesture.drop(point(27.9, 30));
  assert.equal(isClickSwallowed(), false, "a tap that trembles stays a tap");
  press();
  move(28);
  assert.deepEqual(calls, [[2, 8, 0]]);
  gesture.drop(point(28, 30));
  assert.equal(isClickSwallowed(), true);
  assert.equal(isClickSwallowed(), false, "only the click that ends the drag is swallowed");
});

test("a card that is dropped on its gap, or nearer than half a slot, moves there", () => {
  for (const [x, moves] of /** @type {const} */ ([
    [210, true],
    [171, true],
    [169, false],
  ])) {
    const { calls, gesture, press, move } = dragged();
    press();
    move(100);
    gesture.drop(point(x, 30));
    assert.deepEqual(calls.slice(1), moves ? ["end", { card: 2, slot: 9 }] : ["end"], String(x));
  }
});

test("neither another button nor a pointer that was let go elsewhere drags", () => {
  const { calls, press, move } = dragged();
  press(2);
  move(100);
  assert.deepEqual(calls, []);
  press();
  move(100);
  move(110, 0);
  move(120);
  assert.deepEqual(calls, [[2, 80, 0], "end"]);
});

test("the gaps are measured before a card that is dropped is drawn again", () => {
  const { calls, gesture, press, move } = dragged();
  const { targetsOf } = gesture.board;
  gesture.board.targetsOf = (card) =>
    targetsOf(card).map(({ slot, box }) => ({
      slot,
      get box() {
        calls.push("measured");
        return box;
      },
    }));
  press();
  move(200);
  calls.length = 0;
  gesture.drop(point(210, 30));
  assert.ok(calls.indexOf("measured") >= 0);
  assert.ok(calls.lastIndexOf("measured") < calls.indexOf("end"));
  assert.deepEqual(calls.at(-1), { card: 2, slot: 9 });
});
