import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { listenToKeys } from "../../client/race/controls.js";
import { h } from "../../client/ui/dom.js";

/** @import { TestContext } from "node:test" */

/** What keys do in a game that allows no hints; `press` says whether the browser is to do nothing else. @param {TestContext} context */
function listening(context) {
  const closing = new AbortController();
  context.after(() => closing.abort());
  /** @type {string[]} */
  const done = [];
  const note = (/** @type {string} */ name) => () => void done.push(name);
  const controls = {
    undo: note("undo"),
    redo: note("redo"),
    shuffle: note("shuffle"),
    newDeal: note("new deal"),
    menu: note("menu"),
    rules: note("rules"),
  };
  listenToKeys(controls, /** @type {any} */ ({ focus: note("board") }), closing.signal);
  const press = (/** @type {string} */ key, more = {}, /** @type {EventTarget} */ target = document.body) => {
    const event = new Event("keydown", { bubbles: true, cancelable: true });
    Object.assign(event, { key, ...more });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { closing, done, press };
}

test("keys do what the buttons do, and those of the browser stay its own", (context) => {
  const { done, press } = listening(context);
  const taken = ["s", "S", "n", "b"].map((key) => press(key));
  assert.deepEqual(
    [done, taken],
    [
      ["shuffle", "shuffle", "new deal", "board"],
      [true, true, true, true],
    ],
  );
  done.length = 0;
  for (const ctrlKey of [true, false]) {
    const command = { ctrlKey, metaKey: !ctrlKey };
    press("z", command);
    press("Z", { ...command, shiftKey: true });
    press("y", command);
  }
  assert.deepEqual(done, ["undo", "redo", "redo", "undo", "redo", "redo"]);
  done.length = 0;
  assert.ok(
    ![press("s", { ctrlKey: true }), press("s", { altKey: true }), press("z"), press("q")].includes(true),
  );
  assert.deepEqual(done, []);
});

test("a key does nothing that has no button, nor while somebody types, nor once the screen is left", (context) => {
  const { closing, done, press } = listening(context);
  assert.equal(press("h"), false);
  const field = h("input");
  document.body.append(field);
  context.after(() => field.remove());
  assert.equal(press("s", {}, field), false);
  closing.abort();
  assert.equal(press("s"), false);
  assert.deepEqual(done, []);
});

test("the key in the place of a Latin letter counts on layouts without Latin letters", (context) => {
  const { done, press } = listening(context);
  for (const key of ["я", "ז", "ζ"]) press(key, { ctrlKey: true, code: "KeyZ" });
  press("ы", { code: "KeyS" });
  assert.deepEqual(done, ["undo", "undo", "undo", "shuffle"]);
});

test("the letter counts, and not its place, on Latin layouts", (context) => {
  const { done, press } = listening(context);
  press("z", { ctrlKey: true, code: "KeyY" });
  press("S", { code: "KeyW" });
  press("ж", { code: "Semicolon" });
  assert.deepEqual(done, ["undo", "shuffle"]);
});
