import { SmallBoards } from "../board/small-boards.js";
import { dotted, signed, t, timeText } from "../i18n/index.js";
import { hueOf, playerColours, playerName } from "../people/names.js";
import { button, h, icon, morph } from "../ui/dom.js";
import { slider } from "../ui/fields.js";
import { folded, panel, row } from "../ui/parts.js";
import { playback, ReplayClock } from "./clock.js";
import { LeadCurve } from "./curves.js";
import { actionsOf, frameAt, framesOf } from "./frames.js";
import { clipButton } from "./player.js";
import { storiesOf, storyText } from "./story.js";
import { cardsOf, ranksAt, stepAt, trackOf } from "./timeline.js";

/** @import { Play, Story } from "./story.js" */

/** @typedef {{ id: string, name: string, colour: number, frames: Frame[], track: Track }} Raced a game with its play */

/**
 * All games of a race side by side, best first, as they were at one time (ms since the start), with their ranks then.
 * @param {Raced[]} games @param {number} cards that can be locked @param {(id: string | null) => void} onPoint called with the game that is pointed at @param {AbortSignal} signal of the screen
 */
function raceBoards(games, cards, onPoint, signal) {
  const element = h("ul.race-grid", { "aria-label": t("boardsOfAll") });
  /** @type {SmallBoards<Raced>} */
  const boards = new SmallBoards(element, (game) => racer(game, onPoint), signal);
  /** The frame of each game that is shown. @type {Map<string, number>} */
  const shown = new Map();
  /** @type {(ms: number, ranks: Map<string, number>) => void} */
  const show = (ms, ranks) => {
    const lockedAt = (/** @type {Raced} */ { track }) => stepAt(track, ms).locked;
    boards.draw(
      games,
      (game) => [ranks.get(game.id), lockedAt(game)],
      (game, frame) => {
        const locked = lockedAt(game);
        frame.style.setProperty("--done", String(locked / cards));
        return [
          h("span.who", `${ranks.get(game.id) ?? 0}. ${game.name}`),
          " ",
          h("span.numbers", locked === cards ? "★" : `${locked}/${cards}`),
          h("span.bar"),
        ];
      },
    );
    for (const { id, frames } of games) {
      const at = frameAt(frames, ms);
      if (shown.get(id) === at) continue;
      shown.set(id, at);
      boards.showBoard(id, frames[at].game.board, frames[Math.max(0, at - 1)].game.board);
    }
  };
  return { element, show };
}

/** @type {(game: Raced, onPoint: (id: string | null) => void) => HTMLElement} */
const racer = ({ id, colour }, onPoint) =>
  h("a.racer", {
    href: `/g/${id}`,
    "--hue": hueOf(colour),
    onpointerenter: () => onPoint(id),
    onpointerleave: () => onPoint(null),
    onfocus: () => onPoint(id),
    onblur: () => onPoint(null),
  });

/** @typedef {wire.RacePage & { opening: string }} OpenRace a race of which at least one game may be seen */
/** @typedef {Raced & Play} RacedPlay */

const SECOND_MS = 1000;
/** The step of a button or an arrow key, on or back (ms). */
const STEP_MS = 5 * SECOND_MS;
/** Games are made ready for so long at a time, so that the page answers meanwhile (ms). */
const BATCH_MS = 30;
/** Stories that are shown at once; the others are folded up. */
const MAX_STORIES = 8;

/** The boards of a race on one clock, and where each game was won or lost. @param {OpenRace} race @param {AbortSignal} signal of the screen */
export async function replay(race, signal) {
  const games = await gamesOf(race, signal);
  const player = new RaceReplay(games, signal);
  return games.length > 1 ? [player.element, stories(storiesOf(games), player)] : [player.element];
}

/** The games that may be seen, best first. @param {OpenRace} race @param {AbortSignal} signal @returns {Promise<RacedPlay[]>} */
async function gamesOf({ games = [], opening, seats, variant }, signal) {
  const colours = playerColours(seats.map(({ player }) => player));
  const found = [];
  let began = performance.now();
  for (const result of games) {
    if (result.transcript == null) continue;
    if (performance.now() - began > BATCH_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      began = performance.now();
    }
    const { game: id, name, player, shuffled_boards = [], transcript } = result;
    const replay = { variant, opening, shuffled_boards, transcript };
    const frames = framesOf(replay);
    const its = { frames, track: trackOf(id, frames), actions: actionsOf(replay) };
    found.push({ id, name: playerName(name), colour: colours.get(player) ?? 0, result, ...its });
  }
  return found;
}

/** All games of a race at one time: boards, curve, slider, buttons and keys. */
class RaceReplay {
  #text = h("p.small.soft.grow");
  #controls = h("div.playback.row");

  /** @param {RacedPlay[]} games best first @param {AbortSignal} signal */
  constructor(games, signal) {
    const cards = cardsOf(games[0].frames);
    const end = Math.max(1, ...games.map(({ frames }) => frames[frames.length - 1].ms));
    this.games = games;
    this.tracks = games.map(({ track }) => track);
    this.clock = new ReplayClock(end, () => this.render(), signal);
    this.curve = new LeadCurve(games, cards, end);
    this.boards = raceBoards(games, cards, (id) => this.curve.point(id), signal);
    const lastSecond = Math.ceil(end / SECOND_MS);
    this.slider = slider(t("timeOfRace"), lastSecond, (second) =>
      this.clock.seek(second === lastSecond ? end : second * SECOND_MS),
    );
    this.element = h(
      "section.panel.together",
      h("h2", t("allTogether")),
      this.boards.element,
      h("div.race-clock", this.slider, row(this.#text, this.#controls)),
      h(
        "p.row",
        clipButton(
          () => games,
          () => this.clock.ms,
        ),
      ),
      games.length > 1 && this.curve.element,
    );
    this.curve.element.addEventListener("click", (event) => this.clock.seek(this.curve.timeAt(event)));
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.render();
  }

  /** Show a moment of the race. @param {number} ms */
  showMoment(ms) {
    this.clock.stop();
    this.clock.seek(ms);
    this.element.scrollIntoView({ block: "nearest" });
  }

  render() {
    const { ms, end } = this.clock;
    const ranks = ranksAt(this.tracks, ms);
    const text = this.#leaderText(ranks);
    this.boards.show(ms, ranks);
    this.curve.show(ms);
    this.slider.value = String(ms === end ? this.slider.max : Math.floor(ms / SECOND_MS));
    this.slider.setAttribute("aria-valuetext", dotted(timeText(ms), text));
    const shown = dotted(`${timeText(ms)} / ${timeText(end)}`, text);
    if (this.#text.textContent !== shown) this.#text.textContent = shown;
    this.#renderControls();
  }

  /** @param {Map<string, number>} ranks */
  #leaderText(ranks) {
    if (this.games.length < 2) return "";
    const leaders = this.games.filter(({ track }) => ranks.get(track.id) === 1);
    return leaders.length === 1 ? t("leadsNow", { name: leaders[0].name }) : t("levelNow");
  }

  #renderControls() {
    const { isRunning, speed } = this.clock;
    const drawn = `${isRunning} ${speed}`;
    if (this.#controls.dataset.drawn === drawn) return;
    this.#controls.dataset.drawn = drawn;
    morph(
      this.#controls,
      ...playback(
        this.clock,
        button(signed("-5 s"), () => this.clock.seek(this.clock.ms - STEP_MS), { title: t("back5") }),
        button("+5 s", () => this.clock.seek(this.clock.ms + STEP_MS), { title: t("on5") }),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      target.closest("a, input, dialog, button, summary, textarea") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const { clock } = this;
    const steps = { ArrowLeft: clock.ms - STEP_MS, ArrowRight: clock.ms + STEP_MS };
    if (event.key in steps) clock.seek(steps[/** @type {keyof typeof steps} */ (event.key)]);
    else if (event.key === " ") clock.toggle();
    else return;
    event.preventDefault();
  }
}

/** Where each game was won or lost, and a way to that moment. @type {(all: Story[], player: RaceReplay) => HTMLElement} */
function stories(all, player) {
  const items = all.map((story) =>
    h(
      "li",
      h("p.grow", h("b", `${story.result.rank}. ${playerName(story.result.name)}: `), storyText(story)),
      button(
        [icon("start"), timeText(story.turn)],
        () => player.showMoment(story.turn),
        "btn quiet numbers",
        t("lookAt", { name: playerName(story.result.name), time: timeText(story.turn) }),
      ),
    ),
  );
  const more = items.slice(MAX_STORIES);
  return panel(
    t("whereDecided"),
    h("ol.list.stories", ...items.slice(0, MAX_STORIES)),
    more.length > 0 && folded(t("moreStories", { n: more.length }), h("ol.list.stories", ...more)),
  );
}
