import { t, timeText } from "../i18n/index.js";
import { teamMark, teamName, teamsNow } from "../race/teams.js";
import { Curves } from "../replay/curves.js";
import { h, morph } from "../ui/dom.js";
import { loadStyles, once } from "../ui/load.js";
import { Caster } from "./caster.js";
import { Director } from "./director.js";
import { Reporter, UnwinnableNews } from "./news.js";
import { trackSoFar } from "./state.js";
import { countdownText, momentOf, Ticker } from "./ticker.js";
import { Tiles } from "./tiles.js";

/** @import { Tools } from "./caster.js" */

/** The teams of a race as they stand: the sums of their best scores so far. @type {(state: BroadcastState) => HTMLElement} */
const teamList = ({ entries, of }) =>
  h(
    "ol.list",
    ...teamsNow(entries, of).map(({ team, sum, names }) =>
      h(
        "li",
        { "data-key": `team${team}` },
        h("b", teamMark(team), " ", teamName(team)),
        h("span.grow.small.soft", names.join(", ")),
        h("span.figure", sum),
      ),
    ),
  );

/** @typedef {{ title: string, text: string, kind: string }} Moment a text that is large over the board for a moment */

/** The staff of a broadcast of a race: one chooses the large board, one says what happens. */
export const newStaff = () => ({ director: new Director(), reporter: new Reporter() });

/** How often the graph goes on, if nothing happens (ms). */
const GRAPH_INTERVAL_MS = 1000;

/** The parts around the large board: the news in words, the graph of the lead and, where there is room, the small boards. */
export class Surroundings {
  #graph = new LeadGraph();
  #drawnMs = -Infinity;
  #focus = "";
  #unwinnable = new UnwinnableNews();
  #caster;
  /** Set once its styles are there. @type {HTMLElement | undefined} */ #teams;

  /** @param {BroadcastState} state @param {(id: string) => void} pick @param {HTMLElement} feature has the large board @param {AbortSignal} signal of the race @param {Tools} [tools] */
  constructor(state, pick, feature, signal, tools) {
    this.#caster = tools && new Caster(feature, signal, tools);
    this.ticker = new Ticker(state, signal);
    this.tiles = new Tiles(pick, signal);
    this.all = [this.ticker.element, this.#graph.element, this.tiles.element];
  }

  #addTeams = once(
    () => loadStyles("room/teams.css"),
    () => {
      this.#teams = h("section.panel.teams-now");
      this.#graph.element.after(this.#teams);
      this.all.push(this.#teams);
    },
  );

  /** The small boards on the screen, by game. @returns {Map<string, Element>} */
  get boards() {
    return this.tiles.elements;
  }

  /** @param {BroadcastState} state @param {string} focus the game that is large @param {Variant} variant */
  render(state, focus, variant) {
    if (state.of.team_scores) this.#addTeams();
    this.tiles.render(
      state.entries.filter(({ id }) => id !== focus),
      variant,
    );
    this.#caster?.render(state, focus, variant);
    this.ticker.tell(this.#unwinnable.of(state, variant));
    if (this.#teams) morph(this.#teams, h("h2", t("teams")), teamList(state));
    if (focus === this.#focus && Math.abs(state.ms - this.#drawnMs) < GRAPH_INTERVAL_MS) return;
    this.#focus = focus;
    this.#drawnMs = state.ms;
    this.#graph.render(state, focus);
  }

  countdown = countdownText;

  /** Say news; return the last moment among them. @param {News[]} news @returns {Moment | undefined} */
  tell(news) {
    this.ticker.tell(news);
    return news.flatMap((each) => momentOf(each) ?? []).at(-1);
  }
}

/** The time that the graph has at least, so that it does not shrink from the first second on (ms). */
const MIN_SPAN_MS = 30_000;
/** The time grows by this much at once: in between, only the games that have gone on are drawn again (ms). */
const GROWTH_MS = 1000;

/** The cards in place of all games until now; those of the large game and of the leader stand out. */
export class LeadGraph {
  #top = h("span");
  #now = h("span");
  #curves = new Curves(t("leadCurve"));
  element = h(
    "figure.lead-graph.panel",
    h("figcaption.small.soft.numbers", { "aria-hidden": "true" }, this.#top, this.#now),
    this.#curves.picture,
  );

  /** @param {BroadcastState} state @param {string} focus the game that is large */
  render({ entries, leader, ms, opened, cards }, focus) {
    const end = Math.max(MIN_SPAN_MS, Math.ceil(ms / GROWTH_MS) * GROWTH_MS);
    const curves = entries.map((entry) => ({ track: trackUntil(end, entry, opened), colour: entry.colour }));
    const top = this.#curves.draw(curves, cards, end);
    morph(this.#top, t("cards", { n: top }));
    morph(this.#now, timeText(Math.max(0, ms)));
    this.#curves.mark((id) => (id === focus ? "chosen" : id === leader ? "leader" : ""));
    this.#curves.raise([leader, focus]);
  }
}

/** A game goes on to the edge of the graph, unless it has ended. @type {(end: number, entry: Entry, opened: number) => Track} */
function trackUntil(end, entry, opened) {
  const { id, steps } = trackSoFar(entry, opened);
  const last = steps[steps.length - 1];
  const until = entry.isWon || entry.isOut ? entry.lastMs : end;
  return { id, steps: [...steps, { ...last, ms: Math.max(last.ms, until) }] };
}
