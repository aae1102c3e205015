import { ordinalText, secondsText, signed, t, timeText } from "../i18n/index.js";
import { hueOf } from "../people/names.js";
import { h, morph } from "../ui/dom.js";
import { KeyedList } from "../ui/lists.js";
import { animate, isStill, settle, vibrate } from "../ui/motion.js";
import { preferences } from "../ui/preferences.js";
import { announce } from "../ui/say.js";
import { sound } from "../ui/sound.js";
import { onAbort } from "../ui/timers.js";
import { classOf, leadOf, moreText, ownPlace } from "./state.js";

/** @import { Lead, Place } from "./state.js" */
/** @import { BarTeams } from "./teams.js" */

const SLIDE = { duration: 380, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
/** How an overtaking feels: vibration, pause, vibration ... (ms). */
const OVERTOOK_MS = [25];
const OVERTAKEN_MS = [20, 60, 20];

/** The standings of a running race: one's own place, and a lane for each game, best first. */
export class RaceBar {
  #place = h("div.own-place");
  #lanes = h("ol.lanes", { tabindex: 0, "aria-label": t("players") });
  element = h("section.race-bar", this.#place, heads(), this.#lanes);
  /** @type {KeyedList<Lane>} */ #list = new KeyedList(this.#lanes, () => h("li"));
  /** The place of one's own lane, from 0; -1 without one. */ #own = -1;
  /** The own place as it is drawn. */ #drawnPlace = "";
  /** The height of a lane and of what is in view (px): measured at first, and when the latter has changed, since that costs a layout. */ #size =
    { lane: 0, view: 0 };
  /** How far the lanes are scrolled (px). */ #scrolled = 0;
  /** Set once it is known how they are shown. @type {BarTeams | undefined} */ teams;

  /** @param {AbortSignal} signal of the screen */
  constructor(signal) {
    const sizes = new ResizeObserver(() => this.#measure());
    sizes.observe(this.#lanes);
    onAbort(signal, () => sizes.disconnect());
  }

  /** @param {Lane[]} lanes best first */
  render(lanes) {
    this.#drawPlace(lanes);
    const [before, scrolled] = [this.#list.ids, this.#scrolled];
    const shown = (/** @type {Lane} */ lane) => [lane, !!this.teams];
    this.#list.draw(lanes, shown, (element, lane) => drawLane(element, lane, this.teams));
    const order = lanes.map(({ id }) => id);
    if (String(order) === String(before)) return;
    this.#list.arrange(lanes);
    this.#own = lanes.findIndex(({ isMine }) => isMine);
    if (this.#size.lane) this.#centre();
    else this.#measure();
    this.#slide(before, this.#scrolled - scrolled);
  }

  /** Let an overtaking be heard, felt and read. @param {number} placesWon negative if some were lost @param {number} rank */
  announce(placesWon, rank) {
    const isBetter = placesWon > 0;
    sound(isBetter ? "overtook" : "overtaken");
    if (preferences.sound === "on") vibrate(isBetter ? OVERTOOK_MS : OVERTAKEN_MS);
    announce(t("placeNow", { place: ordinalText(rank) }));
  }

  /** @param {Lane[]} lanes */
  #drawPlace(lanes) {
    const count = lanes.length;
    const place = ownPlace(lanes);
    const teams = this.teams?.now(lanes);
    const drawn = JSON.stringify([place, count, teams]);
    if (drawn === this.#drawnPlace) return;
    this.#drawnPlace = drawn;
    morph(this.#place, ...placeContent(place, count, teams && this.teams?.line(teams, place?.own)));
  }

  #measure() {
    const { clientHeight: view, firstElementChild } = this.#lanes;
    this.#size = { lane: firstElementChild?.getBoundingClientRect().height ?? 0, view };
    this.#centre();
  }

  /** Keep one's own lane in view, with those before and after it. */
  #centre() {
    const { lane, view } = this.#size;
    if (this.#own < 0 || !lane) return;
    const top = (this.#own - Math.floor(Math.floor(view / lane) / 2)) * lane;
    const scrolled = Math.max(0, Math.min(top, this.#lanes.childElementCount * lane - view));
    if (scrolled === this.#scrolled) return;
    this.#scrolled = scrolled;
    this.#lanes.scrollTop = scrolled;
  }

  /** Let the lanes slide from where they were: all are equally high. @param {string[]} before @param {number} scrolled since then (px) */
  #slide(before, scrolled) {
    if (isStill()) return;
    for (const [i, [id, element]] of [...this.#list.elements].entries()) {
      const old = before.indexOf(id);
      const distance = old < 0 ? 0 : (old - i) * this.#size.lane + scrolled;
      if (!distance) continue;
      settle(element);
      animate(element, [{ translate: `0 ${distance}px` }, { translate: "0" }], SLIDE);
    }
  }
}

/** The headings of a lane's numbers; shown where there is room. @type {() => HTMLElement} */
const heads = () =>
  h("p.lane-heads", { "aria-hidden": "true" }, h("span", t("cardsShort")), " ", h("span", t("reachedShort")));

/** One's own place in large, and by how much; and how the teams stand. @type {(place: Place | null, count: number, teams?: HTMLElement) => Child[]} */
function placeContent(place, count, teams) {
  const rank = place?.own.rank ?? 0;
  const [, number, suffix] = (rank ? ordinalText(rank) : "–").match(/^(.*\d|–)(.*)$/) ?? [];
  return [
    h(
      "p.ordinal.figure",
      { "data-key": rank },
      number,
      h("small", suffix),
      " ",
      h("span.of", t("outOf", { n: count })),
    ),
    h("div.gaps", teams, ...(place ? gaps(place) : [])),
  ];
}

/** @type {(place: Place) => Child[]} */
function gaps({ own, level, behind, ahead, leader }) {
  if (!own.rank) return [gap(t("noMoveYet")), leader && leads(leader, own)];
  const found = [
    level && gap(t("levelWith", { name: level.name }), level, "="),
    behind && gapTo(behind, "behind", leadOf(behind, own), "+"),
    ahead && gapTo(ahead, "ahead", leadOf(own, ahead), "-"),
    leader && leads(leader, own),
  ].filter((each) => each);
  return found.length || own.rank > 1 ? found : [gap(t("inTheLead"))];
}

/** The text that somebody has won, or leads: without a move of one's own, by cards alone. @type {(leader: Lane, own: Lane) => Child} */
function leads(leader, own) {
  if (leader.isWon) return gap(t("someoneWon", { name: leader.name }), leader, "★");
  const lead = leadOf(leader, own);
  return !!(own.rank || lead?.cards) && gapTo(leader, "leads", lead, "+");
}

/** @type {(other: Lane, key: "behind" | "ahead" | "leads", lead: Lead | null, sign: string) => Child} */
function gapTo(other, key, lead, sign) {
  if (!lead) return;
  const { cards, ms } = lead;
  const text = cards ? t("cards", { n: cards }) : secondsText(ms);
  return gap(t(key, { gap: text, name: other.name }), other, signed(sign + (cards || text)));
}

/** A lead in words and, where there is no room for them, as the other's rank, name and lead. @type {(words: string, other?: Lane, lead?: string) => HTMLElement} */
const gap = (words, other, lead) =>
  h(
    "p",
    h("span", { class: other ? "words" : "" }, words),
    other &&
      h(
        "span.brief",
        { "aria-hidden": "true" },
        h("span.who", `${other.rank ? signed(other.rank) : "–"} ${other.name}`),
        h("b", lead),
      ),
  );

/** @type {(element: HTMLElement, lane: Lane, teams?: BarTeams) => void} */
function drawLane(element, lane, teams) {
  element.className = classOf("lane", lane);
  element.style.setProperty("--hue", hueOf(lane.colour));
  element.style.setProperty("--done", String(lane.locked / lane.total));
  morph(element, ...laneContent(lane, teams?.mark(lane)));
}

/** @type {(lane: Lane, mark: Child) => Child[]} */
const laneContent = ({ isMine, isWon, locked, moves, name, rank, reachedMs, shuffles, ...state }, mark) => [
  h("span.rank.numbers", rank ? signed(rank) : "–"),
  " ",
  h("span.who", mark, isMine ? t("youInRace") : name),
  " ",
  h("span.more", moreText({ ...state, shuffles })),
  " ",
  h("span.count.numbers", isWon ? "★" : locked),
  h("span.visually-hidden", t("laneMore", { moves, shuffles })),
  " ",
  h("span.clock.numbers", timeText(reachedMs)),
];
