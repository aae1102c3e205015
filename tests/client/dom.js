import { Window } from "../../client/node_modules/happy-dom/lib/index.js";

/** A page without a browser, for tests of what is drawn. Import this before any module that draws. */
const window = new Window({ url: "http://test/" });

for (const name of [
  "document",
  "Node",
  "Element",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLSelectElement",
  "ResizeObserver",
  "Event",
])
  Object.assign(globalThis, { [name]: Object(window)[name] });
Object.assign(globalThis, {
  getComputedStyle: window.getComputedStyle.bind(window),
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
});
document.body.innerHTML = '<main id="main"></main><p id="live"></p><p id="toast"></p>';
