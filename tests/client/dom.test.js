import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import texts from "../../client/i18n/en.js";
import { useLanguage } from "../../client/i18n/index.js";
import { begins, button, h, morph } from "../../client/ui/dom.js";

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

test("a button that is drawn again still waits for what it has begun", () => {
  let begun = 0;
  const action = () => {
    begun++;
    return new Promise(() => {});
  };
  const element = button("Play", action);
  const place = h("div", {}, element);
  element.click();
  morph(place, button("Play on", action));
  element.click();
  assert.deepEqual([begun, element.textContent], [1, "Play on"]);
});

test("a form that is sent twice is sent once, and not by the browser", () => {
  let sent = 0;
  const form = h("form", { onsubmit: begins(() => new Promise(() => void sent++)) });
  const events = [1, 2].map(() => new Event("submit", { cancelable: true }));
  for (const event of events) form.dispatchEvent(event);
  assert.equal(sent, 1);
  assert.ok(events.every(({ defaultPrevented }) => defaultPrevented));
});

test("what a button has begun and could not do is said, unless nobody waits for it any more", async (context) => {
  const logged = context.mock.method(console, "error", () => {});
  const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));
  /** @type {(error: object) => Promise<string | null>} */
  const said = async (error) => {
    toast.textContent = "";
    const element = button("Play", () => Promise.reject(error));
    element.click();
    while (element.hasAttribute("aria-busy")) await new Promise(setImmediate);
    return toast.textContent;
  };
  await useLanguage("en");
  assert.equal(await said({ code: "no_players", message: "" }), texts.e_no_players);
  assert.equal(await said({ code: "from_the_future", message: "Not today." }), "Not today.");
  assert.equal(await said(new DOMException("The screen was left.", "AbortError")), "");
  assert.equal(logged.mock.callCount(), 0);
  assert.equal(await said(new TypeError("Importing a module failed.")), texts.e_unreachable);
  assert.equal(logged.mock.callCount(), 1);
});
