import { dotted, ordinalText, secondsText, t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { leadOf } from "../race/state.js";
import { button, h, morph } from "../ui/dom.js";
import { once } from "../ui/load.js";

/** @import { WatchedBoard } from "../board/watched-board.js" */
/** @import { Focus } from "./director.js" */

/** The large board, and whose it is. */
export class Feature {
  /** Loaded with the first board. @type {WatchedBoard | null} */ #board = null;
  #plate = h("div.plate");
  #overlay = h("div.moment", { "aria-hidden": "true" });
  stage = h("div.stage", this.#overlay);
  element = h("section.feature", this.#plate, this.stage);
  /** @type {() => void} */ #again = () => {};

  /** @param {() => void} onFollow follows the leader again @param {AbortSignal} signal of the screen */
  constructor(onFollow, signal) {
    this.onFollow = onFollow;
    this.signal = signal;
  }

  /** @param {BroadcastState} state @param {Focus} focus @param {Variant} variant */
  render(state, focus, variant) {
    const entry = state.entries.find(({ id }) => id === focus.id);
    this.element.toggleAttribute("hidden", !entry);
    if (!entry) return;
    this.#plate.style.setProperty("--hue", hueOf(entry.colour));
    morph(this.#plate, ...plate(entry, state, focus, this.onFollow));
    this.#again = () => this.render(state, focus, variant);
    this.#show(entry, variant);
  }

  /** Show something large over the board, or nothing. @param {{ title: string, text: string, kind: string } | null} moment */
  overlay(moment) {
    this.#overlay.className = `moment${moment ? ` on ${moment.kind}` : ""}`;
    this.stage.classList.toggle("won", moment?.kind === "won");
    if (moment) morph(this.#overlay, h("b.figure", moment.title), h("span", moment.text));
  }

  /** @param {Entry} entry @param {Variant} variant */
  #show(entry, variant) {
    if (!this.#board) return void this.#load();
    if (this.#board.id !== entry.id) {
      // The cards of one player do not fly to where another one has them.
      this.stage.classList.add("cut");
      requestAnimationFrame(() => this.stage.classList.remove("cut"));
    }
    this.#board.show(entry, variant);
  }

  #load = once(
    () => import("../board/watched-board.js"),
    ({ WatchedBoard }) => {
      this.#board = new WatchedBoard(this.signal);
      this.stage.prepend(this.#board.element);
      this.#again();
    },
  );
}

/** @type {(entry: Entry, state: BroadcastState, focus: Focus, onFollow: () => void) => Child[]} */
const plate = (entry, state, { isPinned, why }, onFollow) => [
  h("span.place.figure", { "data-key": `rank ${entry.rank}` }, entry.rank ? ordinalText(entry.rank) : "–"),
  h("h2", h("span.who", { dir: "auto" }, entry.name)),
  h("span.figure.count", `${entry.locked}/${state.cards}`),
  h("span.gap", dotted(standingText(entry, state), why)),
  isPinned && button(t("followLeader"), onFollow, { class: "btn small", "data-key": "follow" }),
];

/** How a game stands: how it ended, by how much it leads, or how far it is behind. @type {(entry: Entry, state: BroadcastState) => string} */
export function standingText(entry, { entries }) {
  if (entry.isWon) return t("finishedIn", { time: timeText(entry.reachedMs) });
  if (entry.isOut) return t("gaveUp");
  if (entry.isStuck) return t("stuckShort");
  const [first, second] = entries;
  if (!entry.rank || !second?.rank) return "";
  if (entry === first && second.rank === 1) return t("levelWith", { name: second.name });
  if (entry !== first && entry.rank === 1) return t("levelWith", { name: first.name });
  return entry === first ? gapText("leadsBy", entry, second) : gapText("behind", first, entry);
}

/** @type {(kind: "leadsBy" | "behind", better: Entry, worse: Entry) => string} */
function gapText(kind, better, worse) {
  const lead = leadOf(better, worse);
  if (!lead) return "";
  if (lead.cards) return t(kind === "leadsBy" ? "leadsByCards" : "behindCards", { n: lead.cards });
  const time = secondsText(lead.ms);
  return t(kind === "leadsBy" ? "leadsByTime" : "behindTime", { time });
}
