import { isTyping } from "../broadcast/keys.js";
import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { s } from "../ui/svg.js";
import { onAbort } from "../ui/timers.js";
import { boardKey } from "./drawable.js";
import { Recorder } from "./recorder.js";

/** @import { News } from "../broadcast/news.js" */
/** @import { BroadcastState } from "../broadcast/state.js" */
/** @import { Key } from "../i18n/index.js" */
/** @import { Variant } from "../rules/variants.js" */
/** @import { Pen } from "./pen.js" */
/** What is shown instead of the large board; `shows` tells one thing to draw on from another. @typedef {{ element: HTMLElement, shows: string, render: (state: BroadcastState, variant: Variant) => void }} CasterView */
/** @typedef {{ state: BroadcastState, focus: string, variant: Variant }} Shown */
/** @typedef {(shown: Shown, signal: AbortSignal) => CasterView} Make */
/** @typedef {"compare" | "replay" | "draw" | "clear"} Tool */

/** @type {{ [tool in Tool]: { key: string, label: Key, path: string } }} */
const TOOLS = {
  compare: { key: "c", label: "compareTwo", path: "M3 5h8v14H3zM13 5h8v14h-8z" },
  replay: { key: "r", label: "slowReplay", path: "M11 6 4 12l7 6zM20 6l-7 6 7 6z" },
  draw: { key: "d", label: "drawOnBoard", path: "m4 20 1-5L16 4l4 4L9 19zM14 6l4 4" },
  clear: { key: "x", label: "clearDrawing", path: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" },
};
/** @type {{ label: Key, colour: string }[]} */
const COLOURS = [
  { label: "yellowPen", colour: "#ffd21f" },
  { label: "redPen", colour: "#ff4d4d" },
];

/** What somebody who comments on a race has beside the director: two boards at once, the last moment again, and a pen. */
export class Caster {
  #recorder = new Recorder();
  /** @type {Shown | null} */ #shown = null;
  /** What is shown instead of the large board, or is about to be. @type {"compare" | "replay" | ""} */ #tool =
    "";
  /** @type {CasterView | null} */ #view = null;
  #viewEnd = new AbortController();
  #isDrawing = false;
  /** @type {Pen | null} */ #pen = null;
  #penEnd = new AbortController();
  /** What the drawing was made on. */ #drawnOn = "";
  #buttons = {
    compare: toolButton("compare", () => this.#toggle("compare")),
    replay: toolButton("replay", () => this.#toggle("replay")),
    draw: toolButton("draw", () => this.#toggleDrawing()),
  };
  #colours = COLOURS.map(({ label, colour }) =>
    button(null, () => this.#pen && this.#take(colour), {
      class: "btn quiet icon caster-colour",
      "--colour": colour,
      "aria-label": t(label),
      title: t(label),
    }),
  );
  #drawing = h(
    "span",
    { class: "row", hidden: true },
    ...this.#colours,
    toolButton("clear", () => this.#pen?.clear()),
  );
  element = h(
    "div",
    { class: "row caster", role: "toolbar", "aria-label": t("casterTools") },
    ...Object.values(this.#buttons),
    this.#drawing,
  );

  /** @param {HTMLElement} feature what has the large board, in a `.stage` @param {(id: string) => void} pick lets a game stay large @param {AbortSignal} signal of the race */
  constructor(feature, pick, signal) {
    this.stage = /** @type {HTMLElement} */ (feature.querySelector(".stage"));
    this.pick = pick;
    this.signal = signal;
    feature.append(this.element);
    feature.classList.add("with-caster");
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    onAbort(signal, () => {
      this.#close();
      this.element.remove();
      feature.classList.remove("with-caster");
    });
  }

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {Variant} variant */
  render(state, focus, variant) {
    this.#shown = { state, focus, variant };
    this.#recorder.take(state);
    this.#view?.render(state, variant);
    if (this.#drawnOn !== this.#drawable) this.#wipe();
    this.#renderButtons();
  }

  get hasDrawing() {
    return !!this.#pen && !this.#pen.isEmpty;
  }

  /** Take what has happened in what is shown now. @param {readonly News[]} news */
  tell(news) {
    this.#recorder.tell(news);
    this.#renderButtons();
  }

  #renderButtons() {
    const { compare, draw, replay } = this.#buttons;
    compare.toggleAttribute("hidden", (this.#shown?.state.entries.length ?? 0) < 2);
    replay.disabled = !this.#recorder.scene;
    this.#drawing.toggleAttribute("hidden", !this.#pen);
    press(compare, this.#tool === "compare");
    press(replay, this.#tool === "replay");
    press(draw, this.#isDrawing);
    for (const [i, { colour }] of COLOURS.entries()) press(this.#colours[i], colour === this.#pen?.colour);
  }

  // Instead of the large board

  /** Open a tool, or close it at once if it is open. @param {"compare" | "replay"} tool */
  #toggle(tool) {
    const isOpen = this.#tool === tool;
    this.#closeView();
    if (isOpen) return this.#renderButtons();
    return this.#open(tool).then(() => this.#renderButtons());
  }

  /** @param {"compare" | "replay"} tool */
  async #open(tool) {
    this.#tool = tool;
    const make = await (tool === "compare" ? this.#comparison() : this.#replay()).catch(() => null);
    if (this.signal.aborted || this.#tool !== tool || this.#view) return;
    if (!make || !this.#shown) return this.#closeView();
    this.#viewEnd = new AbortController();
    const view = make(this.#shown, AbortSignal.any([this.#viewEnd.signal, this.signal]));
    this.#view = view;
    this.stage.append(view.element);
    view.render(this.#shown.state, this.#shown.variant);
  }

  /** @returns {Promise<Make>} */
  async #comparison() {
    const { Compare } = await import("./compare.js");
    return ({ focus, state }, signal) => new Compare(state, focus, signal);
  }

  /** @returns {Promise<Make | null>} */
  async #replay() {
    const { SlowReplay } = await import("./slow-replay.js");
    const { scene } = this.#recorder;
    const end = () => void this.#toggle("replay");
    return scene && (({ variant }, signal) => new SlowReplay(scene, variant, end, signal));
  }

  #closeView() {
    this.#viewEnd.abort();
    this.#view?.element.remove();
    this.#view = null;
    this.#tool = "";
  }

  // The pen

  /** What is on the screen to draw on: another board, or one that was dealt anew, is another one. */
  get #drawable() {
    if (this.#tool) return this.#view?.shows ?? "";
    const large = this.#shown?.state.entries.find(({ id }) => id === this.#shown?.focus);
    return large ? boardKey(large) : "";
  }

  /** The board that is drawn on stays large. */
  async #toggleDrawing() {
    if (this.#isDrawing) return this.#stopDrawing();
    this.#isDrawing = true;
    const module = await import("./pen.js").catch(() => null);
    this.#isDrawing &&= !!module && !this.signal.aborted;
    if (!this.#isDrawing || !module || this.#pen) return;
    if (this.#shown) this.pick(this.#shown.focus);
    this.#penEnd = new AbortController();
    this.#pen = new module.Pen(COLOURS[0].colour, AbortSignal.any([this.#penEnd.signal, this.signal]));
    this.stage.append(this.#pen.element);
    this.#renderButtons();
  }

  #stopDrawing() {
    this.#penEnd.abort();
    this.#pen?.element.remove();
    this.#pen = null;
    this.#isDrawing = false;
    this.#renderButtons();
  }

  /** @param {string} colour */
  #take(colour) {
    if (this.#pen) this.#pen.colour = colour;
    this.#renderButtons();
  }

  #wipe() {
    this.#drawnOn = this.#drawable;
    this.#pen?.clear();
  }

  #close() {
    this.#closeView();
    this.#stopDrawing();
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "escape") return this.#close();
    if (key === TOOLS.clear.key) return this.#pen?.clear();
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
