import { t, timeText } from "../i18n/index.js";
import { isTyping } from "../ui/browser.js";
import { h } from "../ui/dom.js";
import { load, once } from "../ui/load.js";
import { later } from "../ui/timers.js";
import { Feature } from "./feature.js";
import { Ranking } from "./ranking.js";
import { boxesOf, slide } from "./slide.js";

/** @import { Direction } from "./broadcast.js" */
/** @import { Tools } from "./caster.js" */
/** @import { Moment, Surroundings } from "./surroundings.js" */

/** The clock of the shown race: the time to the start, since the start, or left. @param {Pick<BroadcastState, "isLate" | "left" | "ms">} state */
export const clockText = ({ isLate, left, ms }) =>
  ms < 0 ? t("raceStartsIn", { time: timeText(999 - ms) }) : timeText(isLate ? left : ms);

/** How old the shown state is. @param {number} delayS */
export const delayText = (delayS) => (delayS ? t("shownAsOf", { n: delayS }) : t("isLive"));

/** The game that a key makes large: a digit the one of that place, Escape none ("": the usual choice). @type {(event: KeyboardEvent, state: BroadcastState | null | undefined) => string | null} */
export function pickedBy(event, state) {
  if (isTyping(event)) return null;
  if (event.key === "Escape") return "";
  return (/^[1-9]$/.test(event.key) && state?.entries[Number(event.key) - 1]?.id) || null;
}

/** When the small boards and the graph are loaded: the leader and the ranking come first (ms). */
const SURROUNDINGS_DELAY_MS = 2000;
/** The ranking of so many needs no column of its own, and their small boards no more than the width of the large one. */
const FEW = 3;
/** How long something is large over the board (ms). */
const MOMENT_MS = 5000;

/** A race as it is broadcast. */
export class BroadcastView {
  #focus = "";
  /** Whether the leader and the ranking have come, and the rest may. */ #isSettled = false;
  /** Loaded then. @type {typeof Surroundings | undefined} */ #Surroundings;
  /** @type {Surroundings | null} */ #surroundings = null;
  /** Ends the parts that belong to one race. */ #raceEnd = new AbortController();
  /** Which of the races of the room is shown. */ #race = "";
  /** @type {() => void} */ #again = () => {};
  #isMoment = false;
  #countdown = "";

  /** @param {Direction} direction @param {AbortSignal} signal of the screen @param {Tools} [tools] of a spectator, beside it @param {() => void} [onPick] */
  constructor(direction, signal, tools, onPick = () => {}) {
    this.direction = direction;
    this.tools = tools;
    this.signal = signal;
    this.onPick = onPick;
    this.feature = new Feature(() => this.pick(""), signal);
    this.ranking = new Ranking(this.pick);
    this.element = h("div.broadcast", this.feature.element, this.ranking.element);
    later(SURROUNDINGS_DELAY_MS, () => this.surround(), signal);
  }

  /** Show a game large and let it stay; none: follow the leader. @param {string} id */
  pick = (id) => {
    this.direction.pick(id);
    this.onPick();
  };

  /** Load the small boards and the graph now. */
  surround() {
    this.#isSettled = true;
    this.#addSurroundings();
  }

  #addSurroundings = once(
    () => load(import("./surroundings.js"), "broadcast/surroundings.css", "broadcast/caster.css"),
    (module) => {
      this.#Surroundings = module.Surroundings;
      Object.assign(this.direction, module.newStaff());
      this.#again();
    },
  );

  /** Begin anew all parts that depend on one race. @param {BroadcastState} state */
  #beginRace(state) {
    if (this.#isSettled) this.#addSurroundings();
    if (!this.#Surroundings || this.#race === state.race) return;
    this.#race = state.race;
    for (const element of this.#surroundings?.all ?? []) element.remove();
    this.#raceEnd.abort();
    this.#raceEnd = new AbortController();
    const signal = AbortSignal.any([this.#raceEnd.signal, this.signal]);
    this.ranking.showChances();
    this.#surroundings = new this.#Surroundings(state, this.pick, this.feature.element, signal, this.tools);
    const [ticker, ...others] = this.#surroundings.all;
    this.feature.element.after(ticker);
    this.element.append(...others);
  }

  /** Show a state, and say the news. @param {NonNullable<Direction["shown"]>} shown @param {News[]} news */
  show(shown, news) {
    this.#render(shown);
    const moment = news.length ? this.#surroundings?.tell(news) : undefined;
    if (moment) this.#showMoment(moment);
  }

  /** @param {NonNullable<Direction["shown"]>} shown */
  #render(shown) {
    const { focus, state, variant } = shown;
    this.#again = () => this.#render(shown);
    this.#beginRace(state);
    const before = focus.id === this.#focus ? null : boxesOf(this.#boards(this.#focus));
    this.element.classList.toggle("single", state.entries.length < 2);
    this.element.classList.toggle("few", state.entries.length <= FEW);
    // First, while nothing else has changed: where its rows are costs no layout then.
    this.ranking.render(state.entries, focus.id);
    this.feature.render(state, focus, variant);
    this.#surroundings?.render(state, focus.id, variant);
    this.#renderCountdown(state);
    if (before && this.#focus) slide(this.#boards(focus.id), before);
    this.#focus = focus.id;
  }

  /** The boards on the screen, by game. @param {string} focus @returns {Map<string, Element>} */
  #boards(focus) {
    const boards = new Map(this.#surroundings?.boards);
    return focus ? boards.set(focus, this.feature.stage) : boards;
  }

  /** @param {Moment} moment */
  #showMoment(moment) {
    this.#isMoment = true;
    this.feature.overlay(moment);
    later(
      MOMENT_MS,
      () => {
        this.#isMoment = false;
        this.#countdown = "";
        this.feature.overlay(null);
      },
      this.signal,
    );
  }

  /** The seconds before the start. @param {BroadcastState} state */
  #renderCountdown(state) {
    if (this.#isMoment) return;
    const moment = this.#surroundings?.countdown(state) ?? null;
    const title = moment?.title ?? "";
    if (title === this.#countdown) return;
    this.#countdown = title;
    this.feature.overlay(moment);
  }
}
