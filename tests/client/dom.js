import { Window } from "../../client/node_modules/happy-dom/lib/index.js";

/** A page without a browser, for tests of what is drawn. It knows no animations: its system wants none. Import this before any module that draws. */
const window = new Window({ url: "http://test/", settings: { device: { prefersReducedMotion: "reduce" } } });

for (const name of [
  "document",
  "Node",
  "Element",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLSelectElement",
  "ResizeObserver",
  "Event",
  "FormData",
])
  Object.assign(globalThis, { [name]: Object(window)[name] });
Object.assign(globalThis, {
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  getComputedStyle: window.getComputedStyle.bind(window),
  matchMedia: window.matchMedia.bind(window),
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
});
// Styles are there: a page here loads none.
document.head.innerHTML =
  '<meta name="application-name" content="Gaprace"><link data-sheets="ui/page.css ui/notice.css">';
document.body.innerHTML = '<main id="main"></main><p id="live"></p><p id="toast"></p>';
