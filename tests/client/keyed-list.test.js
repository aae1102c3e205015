import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { h } from "../../client/ui/dom.js";
import { KeyedList } from "../../client/ui/lists.js";

/** @typedef {{ id: string, text: string }} Item */

/** A list, what it shows, and which of its items were drawn since that was asked last. */
function listed() {
  const list = h("ol");
  /** @type {string[]} */
  const drawn = [];
  /** @type {KeyedList<Item>} */
  const items = new KeyedList(list, () => h("li"));
  const show = (/** @type {{ [id: string]: string }} */ texts) => {
    const all = Object.entries(texts).map(([id, text]) => ({ id, text }));
    drawn.length = 0;
    items.draw(
      all,
      ({ text }) => text,
      (element, { id, text }) => {
        drawn.push(id);
        element.textContent = text;
      },
    );
    items.arrange(all);
  };
  const shown = () => [...list.children].map((each) => each.textContent);
  return { drawn, items, list, show, shown };
}

test("only what shows something else is drawn again", () => {
  const { drawn, show, shown } = listed();
  show({ a: "1", b: "2" });
  assert.deepEqual(drawn, ["a", "b"]);
  show({ a: "1", b: "3" });
  assert.deepEqual([drawn, shown()], [["b"], ["1", "3"]]);
});

test("items change their places as the same elements, and know their order", () => {
  const { drawn, items, list, show, shown } = listed();
  show({ a: "1", b: "2", c: "3" });
  const [a, b, c] = list.children;
  show({ c: "3", a: "1", b: "2" });
  assert.deepEqual([...list.children], [c, a, b]);
  assert.deepEqual([drawn, shown(), items.ids], [[], ["3", "1", "2"], ["c", "a", "b"]]);
});

test("an item that is gone is forgotten, and drawn anew when it comes back", () => {
  const { drawn, items, show, shown } = listed();
  show({ a: "1", b: "2" });
  show({ b: "2" });
  assert.deepEqual([shown(), items.ids], [["2"], ["b"]]);
  show({ a: "1", b: "2" });
  assert.deepEqual([drawn, shown()], [["a"], ["1", "2"]]);
});
