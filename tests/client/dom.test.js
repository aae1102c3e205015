import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { button, h, morph } from "../../client/ui/dom.js";

/** @type {(...children: HTMLElement[]) => HTMLElement} */
const list = (...children) => h("ul", {}, ...children);

test("a morphed element has the handlers of the new one, whatever their names, and only those", () => {
  /** @type {string[]} */
  const calls = [];
  const item = h("li", { onclick: () => calls.push("old"), ontoggle: () => calls.push("toggle") });
  const place = list(item);
  morph(place, h("li", { onclick: () => calls.push("new"), onpointerdown: () => calls.push("pointer") }));
  assert.equal(place.firstChild, item);
  item.onclick?.(/** @type {any} */ ({}));
  item.onpointerdown?.(/** @type {any} */ ({}));
  assert.deepEqual(calls, ["new", "pointer"]);
  assert.equal(item.ontoggle, null);
});

test("children with keys stay the same elements when their order changes and others go", () => {
  const [a, b, c] = ["a", "b", "c"].map((key) => h("li", { "data-key": key }, key));
  const place = list(a, b, c);
  morph(place, ...["c", "new", "a"].map((key) => h("li", { "data-key": key }, `${key}!`)));
  assert.deepEqual(
    [...place.children].map((child) => child.textContent),
    ["c!", "new!", "a!"],
  );
  assert.deepEqual([place.children[0], place.children[2]], [c, a]);
  assert.equal(b.parentNode, null);
});

test("children without keys are matched in their order, past those with keys", () => {
  const [title, text] = [h("h2", {}, "Title"), h("p", {}, "Text")];
  const place = h("div", {}, title, h("p", { "data-key": "note" }, "Note"), text);
  morph(place, h("h2", {}, "New title"), h("p", {}, "New text"));
  assert.deepEqual([...place.childNodes], [title, text]);
  assert.equal(place.textContent, "New titleNew text");
});

test("what is not of one kind is replaced, and attributes, styles and text follow", () => {
  const place = h("div", {}, h("p", { class: "a", hidden: true, "--done": 1 }, "x"), h("p", {}, "y"));
  const first = place.children[0];
  morph(place, h("p", { class: "b", "--done": 2 }, "z"), h("b", {}, "y"));
  assert.equal(place.children[0], first);
  assert.equal(first.outerHTML, '<p class="b" style="--done: 2;">z</p>');
  assert.equal(place.children[1].tagName, "B");
});

test("a field that somebody types in keeps its text, another one gets the new value", () => {
  const [typed, other] = [h("input", { value: "" }), h("input", { value: "" })];
  const place = h("form", {}, typed, other);
  document.body.append(place);
  typed.focus();
  typed.value = "Ann";
  morph(place, h("input", { value: "Bob" }), h("input", { value: "Bob" }));
  assert.deepEqual([typed.value, other.value], ["Ann", "Bob"]);
  place.remove();
});

test("a button that is tapped twice begins one thing, and can begin another when that is done", async () => {
  let begun = 0;
  let end = () => {};
  const element = button("Play", () => {
    begun++;
    return new Promise((resolve) => {
      end = () => resolve(null);
    });
  });
  element.click();
  element.click();
  assert.equal(begun, 1);
  assert.equal(element.getAttribute("aria-busy"), "true");
  end();
  await new Promise((resolve) => setTimeout(resolve));
  element.click();
  assert.equal(begun, 2);
});
