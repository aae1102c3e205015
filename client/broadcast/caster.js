import { WatchedBoard } from "../board/watched-board.js";
import { t } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { isTyping, latinKey } from "../ui/browser.js";
import { button, h, icon } from "../ui/dom.js";
import { addIcons } from "../ui/icons.js";
import { onAbort } from "../ui/timers.js";
import { standingText } from "./feature.js";
import { Scrubber } from "./scrubber.js";

/** @import { Timeline } from "./scrubber.js" */

/** @typedef {{ state: BroadcastState, focus: string, variant: Variant }} Shown */

addIcons({ compare: "M3 5h8v14H3zM13 5h8v14h-8z", past: "M11 6 4 12l7 6zM20 6l-7 6 7 6z" });

/** A spectator's tools beside the director; `timeline`: of the race so far, if it can be watched again. @typedef {{ timeline?: Timeline }} Tools */

/** A commentator's tools beside the director: two boards at once, and the race so far again. */
export class Caster {
  /** @type {Shown | null} */ #shown = null;
  /** Shown instead of the large board. @type {Compare | null} */ #compare = null;
  /** @type {Scrubber | null} */ #scrubber = null;
  #compareEnd = new AbortController();
  #buttons = {
    compare: toolButton("compare", "compareTwo", "c", () => this.#toggleCompare()),
    past: toolButton("past", "backInTime", "r", () => this.#togglePast()),
  };
  element = h(
    "div.row.caster",
    { role: "toolbar", "aria-label": t("casterTools") },
    ...Object.values(this.#buttons),
  );

  /** @param {HTMLElement} feature has the large board, in a `.stage` @param {AbortSignal} signal of the race @param {Tools} tools */
  constructor(feature, signal, { timeline }) {
    this.timeline = timeline;
    this.stage = /** @type {HTMLElement} */ (feature.querySelector(".stage"));
    this.signal = signal;
    feature.append(this.element);
    feature.classList.add("with-caster");
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    onAbort(signal, () => {
      this.#closeCompare();
      this.#scrubber?.element.remove();
      this.element.remove();
      feature.classList.remove("with-caster");
    });
  }

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {Variant} variant */
  render(state, focus, variant) {
    this.#shown = { state, focus, variant };
    this.#compare?.render(state, variant);
    this.#scrubber?.render(state);
    this.#renderButtons();
  }

  #renderButtons() {
    const { compare, past } = this.#buttons;
    compare.toggleAttribute("hidden", (this.#shown?.state.entries.length ?? 0) < 2);
    past.toggleAttribute("hidden", !this.timeline || !this.#shown?.state.hasStarted);
    press(compare, !!this.#compare);
    press(past, !!this.#scrubber);
  }

  #toggleCompare() {
    if (this.#compare) this.#closeCompare();
    else if (this.#shown) {
      const { focus, state, variant } = this.#shown;
      this.#compareEnd = new AbortController();
      this.#compare = new Compare(state, focus, AbortSignal.any([this.#compareEnd.signal, this.signal]));
      this.stage.append(this.#compare.element);
      this.#compare.render(state, variant);
    }
    this.#renderButtons();
  }

  #closeCompare() {
    this.#compareEnd.abort();
    this.#compare?.element.remove();
    this.#compare = null;
  }

  /** Go back in time, or return to the present. */
  #togglePast() {
    if (this.#scrubber) this.#closePast();
    else if (this.timeline && this.#shown) {
      this.#scrubber = new Scrubber(this.timeline, () => this.#togglePast());
      this.stage.after(this.#scrubber.element);
      this.#scrubber.render(this.#shown.state);
      this.#scrubber.step(-1);
    }
    this.#renderButtons();
  }

  #closePast() {
    if (!this.#scrubber) return;
    this.#scrubber.element.remove();
    this.#scrubber = null;
    this.timeline?.seek(Infinity);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.repeat) return;
    const key = latinKey(event);
    if (key === "escape") {
      this.#closeCompare();
      this.#closePast();
      return this.#renderButtons();
    }
    if (this.#scrubber && (key === "arrowleft" || key === "arrowright"))
      return this.#scrubber.step(key === "arrowleft" ? -1 : 1);
    for (const each of Object.values(this.#buttons))
      if (key === each.getAttribute("aria-keyshortcuts") && !each.hidden) each.click();
  }
}

/** @type {(name: string, label: Key, key: string, action: () => unknown) => HTMLButtonElement} */
const toolButton = (name, label, key, action) =>
  button(icon(name), action, {
    class: "btn quiet icon",
    "aria-label": t(label),
    "aria-keyshortcuts": key,
    title: `${t(label)} (${key.toUpperCase()})`,
  });

/** @type {(element: HTMLElement, isPressed: boolean) => void} */
function press(element, isPressed) {
  const is = String(isPressed);
  if (element.getAttribute("aria-pressed") !== is) element.setAttribute("aria-pressed", is);
}

/** The lead between two games: whose it is, and how large. @type {(pair: readonly Entry[], state: BroadcastState) => string} */
export function gapBetween([left, right], state) {
  const pair = state.entries.filter((entry) => entry === left || entry === right);
  const best = pair[0].rank;
  const entries = pair.map((entry) => ({ ...entry, rank: entry.rank && (entry.rank === best ? 1 : 2) }));
  const text = standingText(entries[0], { ...state, entries });
  return text && `${entries[0].name}: ${text}`;
}

/** Two boards side by side, and the gap between them. */
export class Compare {
  #gap = h("p.caster-gap.figure");
  #sides;
  element;

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {AbortSignal} signal of the comparison */
  constructor(state, focus, signal) {
    const best = state.entries.find(({ id }) => id !== focus)?.id ?? focus;
    this.#sides = [new Side(t("leftBoard"), focus, signal), new Side(t("rightBoard"), best, signal)];
    this.element = h(
      "section.caster-view.compare",
      { "aria-label": t("compareTwo") },
      ...this.#sides.map(({ caption }) => caption),
      ...this.#sides.map(({ board }) => h("div.caster-stage", board.element)),
      this.#gap,
    );
  }

  /** @param {BroadcastState} state @param {Variant} variant */
  render(state, variant) {
    const pair = this.#sides.flatMap((side) => side.render(state, variant) ?? []);
    this.#gap.textContent = pair.length > 1 && pair[0] !== pair[1] ? gapBetween(pair, state) : "";
  }
}

/** One of the two boards, with a choice of whose it is. */
class Side {
  #select;
  #count = h("span.figure");
  #names = "";
  board;
  caption;

  /** @param {string} label @param {string} id of the game to begin with @param {AbortSignal} signal */
  constructor(label, id, signal) {
    this.id = id;
    this.board = new WatchedBoard(signal);
    this.#select = h("select", {
      "aria-label": label,
      onchange: () => (this.id = this.#select.value),
    });
    this.caption = h("div.caster-caption", this.#select, this.#count);
  }

  /** @param {BroadcastState} state @param {Variant} variant @returns {Entry | undefined} the game that it shows */
  render(state, variant) {
    this.#renderNames(state.entries);
    const entry = state.entries.find(({ id }) => id === this.id);
    if (!entry) return undefined;
    this.caption.style.setProperty("--hue", hueOf(entry.colour));
    this.#count.textContent = `${entry.locked}/${state.cards}`;
    this.board.show(entry, variant);
    return entry;
  }

  /** The players in a fixed order: they do not change places in an open list. @param {readonly Entry[]} entries */
  #renderNames(entries) {
    const players = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const names = JSON.stringify(players.map(({ id, name }) => [id, name]));
    if (names === this.#names) return;
    this.#names = names;
    this.#select.replaceChildren(...players.map(({ id, name }) => h("option", { value: id }, name)));
    this.#select.value = this.id;
  }
}
