import { t } from "../i18n/index.js";
import { isTyping } from "../ui/browser.js";
import { button, h, s } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";
import { Compare, LastMoment, SlowReplay } from "./caster-boards.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { CasterView } from "./caster-boards.js" */
/** @import { News } from "./news.js" */
/** @import { BroadcastState } from "./state.js" */
/** @typedef {{ state: BroadcastState, focus: string, variant: Variant }} Shown */
/** @typedef {"compare" | "replay"} Tool */

/** @type {{ [tool in Tool]: { key: string, label: Key, path: string } }} */
const TOOLS = {
  compare: { key: "c", label: "compareTwo", path: "M3 5h8v14H3zM13 5h8v14h-8z" },
  replay: { key: "r", label: "slowReplay", path: "M11 6 4 12l7 6zM20 6l-7 6 7 6z" },
};

/** What somebody who comments on a race has beside the director: two boards at once, and the last moment again. */
export class Caster {
  #lastMoment = new LastMoment();
  /** @type {Shown | null} */ #shown = null;
  /** What is shown instead of the large board. @type {Tool | ""} */ #tool = "";
  /** @type {CasterView | null} */ #view = null;
  #viewEnd = new AbortController();
  #buttons = {
    compare: toolButton("compare", () => this.#toggle("compare")),
    replay: toolButton("replay", () => this.#toggle("replay")),
  };
  element = h(
    "div.row.caster",
    { role: "toolbar", "aria-label": t("casterTools") },
    ...Object.values(this.#buttons),
  );

  /** @param {HTMLElement} feature what has the large board, in a `.stage` @param {AbortSignal} signal of the race */
  constructor(feature, signal) {
    this.stage = /** @type {HTMLElement} */ (feature.querySelector(".stage"));
    this.signal = signal;
    feature.append(this.element);
    feature.classList.add("with-caster");
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    onAbort(signal, () => {
      this.#closeView();
      this.element.remove();
      feature.classList.remove("with-caster");
    });
  }

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {Variant} variant */
  render(state, focus, variant) {
    this.#shown = { state, focus, variant };
    this.#lastMoment.take(state);
    this.#view?.render(state, variant);
    this.#renderButtons();
  }

  /** Take what has happened in what is shown now. @param {readonly News[]} news */
  tell(news) {
    this.#lastMoment.tell(news);
    this.#renderButtons();
  }

  #renderButtons() {
    const { compare, replay } = this.#buttons;
    compare.toggleAttribute("hidden", (this.#shown?.state.entries.length ?? 0) < 2);
    replay.disabled = !this.#lastMoment.scene;
    press(compare, this.#tool === "compare");
    press(replay, this.#tool === "replay");
  }

  /** Open a tool, or close it at once if it is open. @param {Tool} tool */
  #toggle(tool) {
    const isOpen = this.#tool === tool;
    this.#closeView();
    if (isOpen) return this.#renderButtons();
    this.#open(tool);
    this.#renderButtons();
  }

  /** @param {Tool} tool */
  #open(tool) {
    if (!this.#shown) return;
    this.#viewEnd = new AbortController();
    const view = this.#newView(tool, this.#shown, AbortSignal.any([this.#viewEnd.signal, this.signal]));
    if (!view) return;
    this.#tool = tool;
    this.#view = view;
    this.stage.append(view.element);
    view.render(this.#shown.state, this.#shown.variant);
  }

  /** @type {(tool: Tool, shown: Shown, signal: AbortSignal) => CasterView | null} */
  #newView(tool, { focus, state, variant }, signal) {
    if (tool === "compare") return new Compare(state, focus, signal);
    const { scene } = this.#lastMoment;
    return scene && new SlowReplay(scene, variant, () => this.#toggle("replay"), signal);
  }

  #closeView() {
    this.#viewEnd.abort();
    this.#view?.element.remove();
    this.#view = null;
    this.#tool = "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "escape") {
      this.#closeView();
      return this.#renderButtons();
    }
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
