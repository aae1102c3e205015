import { t } from "../i18n/index.js";
import { isTyping, latinKey } from "../ui/browser.js";
import { button, h, s } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";
import { Compare } from "./caster-boards.js";
import { Scrubber } from "./scrubber.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { CasterView } from "./caster-boards.js" */
/** @import { Timeline } from "./scrubber.js" */
/** @import { BroadcastState } from "./state.js" */
/** @typedef {{ state: BroadcastState, focus: string, variant: Variant }} Shown */
/** @typedef {"compare" | "past"} Tool */

/** @type {{ [tool in Tool]: { key: string, label: Key, path: string } }} */
const TOOLS = {
  compare: { key: "c", label: "compareTwo", path: "M3 5h8v14H3zM13 5h8v14h-8z" },
  past: { key: "r", label: "backInTime", path: "M11 6 4 12l7 6zM20 6l-7 6 7 6z" },
};

/** What somebody who watches can have beside the director; `timeline`: of the race so far, if it can be watched again. @typedef {{ timeline?: Timeline }} Tools */

/** What somebody who comments on a race has beside the director: two boards at once, and the race so far again. */
export class Caster {
  /** @type {Shown | null} */ #shown = null;
  /** Shown instead of the large board. @type {CasterView | null} */ #view = null;
  /** @type {Scrubber | null} */ #scrubber = null;
  #viewEnd = new AbortController();
  #buttons = {
    compare: toolButton("compare", () => this.#toggleCompare()),
    past: toolButton("past", () => this.#togglePast()),
  };
  element = h(
    "div.row.caster",
    { role: "toolbar", "aria-label": t("casterTools") },
    ...Object.values(this.#buttons),
  );

  /** @param {HTMLElement} feature what has the large board, in a `.stage` @param {AbortSignal} signal of the race @param {Tools} tools */
  constructor(feature, signal, { timeline }) {
    this.timeline = timeline;
    this.stage = /** @type {HTMLElement} */ (feature.querySelector(".stage"));
    this.signal = signal;
    feature.append(this.element);
    feature.classList.add("with-caster");
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    onAbort(signal, () => {
      this.#closeView();
      this.#scrubber?.element.remove();
      this.element.remove();
      feature.classList.remove("with-caster");
    });
  }

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {Variant} variant */
  render(state, focus, variant) {
    this.#shown = { state, focus, variant };
    this.#view?.render(state, variant);
    this.#scrubber?.render(state);
    this.#renderButtons();
  }

  #renderButtons() {
    const { compare, past } = this.#buttons;
    compare.toggleAttribute("hidden", (this.#shown?.state.entries.length ?? 0) < 2);
    past.toggleAttribute("hidden", !this.timeline || !this.#shown?.state.hasStarted);
    press(compare, !!this.#view);
    press(past, !!this.#scrubber);
  }

  #toggleCompare() {
    if (this.#view) this.#closeView();
    else this.#compare();
    this.#renderButtons();
  }

  #compare() {
    if (!this.#shown) return;
    const { focus, state, variant } = this.#shown;
    this.#viewEnd = new AbortController();
    this.#view = new Compare(state, focus, AbortSignal.any([this.#viewEnd.signal, this.signal]));
    this.stage.append(this.#view.element);
    this.#view.render(state, variant);
  }

  /** Go back in time, or return to the present. */
  #togglePast() {
    if (this.#scrubber) this.#closePast();
    else this.#openPast();
    this.#renderButtons();
  }

  #openPast() {
    const { timeline } = this;
    if (!timeline || !this.#shown) return;
    this.#scrubber = new Scrubber(timeline, () => this.#togglePast());
    this.stage.after(this.#scrubber.element);
    this.#scrubber.render(this.#shown.state);
    this.#scrubber.step(-1);
  }

  #closePast() {
    if (!this.#scrubber) return;
    this.#scrubber.element.remove();
    this.#scrubber = null;
    this.timeline?.seek(Infinity);
  }

  #closeView() {
    this.#viewEnd.abort();
    this.#view?.element.remove();
    this.#view = null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.repeat) return;
    const key = latinKey(event);
    if (key === "escape") {
      this.#closeView();
      this.#closePast();
      return this.#renderButtons();
    }
    if (this.#scrubber && (key === "arrowleft" || key === "arrowright"))
      return this.#scrubber.step(key === "arrowleft" ? -1 : 1);
    for (const [name, each] of Object.entries(this.#buttons))
      if (key === TOOLS[/** @type {Tool} */ (name)].key && !each.hidden) each.click();
  }
}

/** @type {(tool: Tool, action: () => unknown) => HTMLButtonElement} */
function toolButton(tool, action) {
  const { key, label, path } = TOOLS[tool];
  return button(
    s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path })),
    action,
    {
      class: "btn quiet icon",
      "aria-label": t(label),
      "aria-keyshortcuts": key,
      title: `${t(label)} (${key.toUpperCase()})`,
    },
  );
}

/** @type {(element: HTMLElement, isPressed: boolean) => void} */
function press(element, isPressed) {
  const is = String(isPressed);
  if (element.getAttribute("aria-pressed") !== is) element.setAttribute("aria-pressed", is);
}
