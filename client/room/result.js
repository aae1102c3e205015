import { ordinalText, signed, t, timeText } from "../i18n/index.js";
import { avatar } from "../people/avatars.js";
import { labelOf, namesakes } from "../people/look-alikes.js";
import { playerColours, playerName, playerTag } from "../people/names.js";
import { recordedText } from "../people/recorded.js";
import { RaceGrid } from "../race/grid.js";
import { rankColumn, replayColumn, resultColumns } from "../scores/columns.js";
import { photoFinishes } from "../scores/photo-finish.js";
import { h, icon, link, morph } from "../ui/dom.js";
import { exactTimeText } from "../ui/format.js";
import { loadStyles, once } from "../ui/load.js";
import { note, stack } from "../ui/parts.js";
import { announce } from "../ui/say.js";
import { table } from "../ui/table.js";
import { pause } from "../ui/wait.js";
import { botTag } from "./members.js";
import { seriesPages, seriesScore } from "./series.js";
import { pictureButton, shareButton } from "./share-result.js";
import { showTeams } from "./teams.js";

/** @import { ResultMore } from "./result-more.js" */
/** @import { OwnResult } from "./share-result.js" */
/** @import { Actions } from "./start-buttons.js" */

/** How many digits after the seconds tell two times apart that look equal. */
const DIGITS = 3;

/**
 * A time among others, as short as it can be told from those that differ: with tenths, if another one has the same second.
 * @type {(ms: number, all: number[]) => string}
 */
export function timeAmong(ms, all) {
  const others = all.filter((other) => other !== ms);
  const texts = (/** @type {number} */ digits) => (/** @type {number} */ each) =>
    digits ? exactTimeText(each).slice(0, digits - DIGITS || undefined) : timeText(each);
  for (const text of [0, 1, 2].map(texts))
    if (!others.some((other) => text(other) === text(ms))) return text(ms);
  return exactTimeText(ms);
}

const PLACES = 3;

/** The first three of a race, the winner in the middle and highest. @type {(standings: wire.Standing[], colours: ReadonlyMap<string, number>, you: string, seats?: wire.Seat[]) => HTMLElement} */
export const podium = (standings, colours, you, seats = []) =>
  h(
    "ol.podium",
    { "aria-label": t("podium") },
    ...standings
      .slice(0, PLACES)
      .map((each) => step(each, standings, colours.get(each.player) ?? 0, you, dateIn(seats, each))),
  );

/** The date of a recorded game. @type {(seats: wire.Seat[], standing: wire.Standing) => string | undefined} */
const dateIn = (seats, { game }) => seats.find((seat) => seat.game === game)?.recorded;

/** @type {(standing: wire.Standing, all: wire.Standing[], colour: number, you: string, recorded?: string) => HTMLElement} */
const step = ({ game, locked, name, player, rank, time_ms, won }, all, colour, you, recorded) => {
  const label = labelOf({ player, name }, namesakes(all));
  const longest = Math.max(...label.split(" ").map(({ length }) => length));
  return h(
    "li",
    { "data-key": game, class: `step-${rank}` },
    avatar(name, colour, player === you && "me"),
    h("b", { "--letters": Math.min(all.length, PLACES) * longest }, label),
    recorded && h("small.soft", recordedText(recorded)),
    h(
      "span.step",
      h("i.numbers", { "aria-hidden": "true" }, rank),
      h(
        "span.numbers",
        won
          ? `★ ${timeAmong(
              time_ms,
              all.filter((each) => each.won).map((each) => each.time_ms),
            )}`
          : t("cards", { n: locked }),
      ),
    ),
  );
};

/** The outcome is read first: its highlights come so much later (ms). */
const READING_MS = 2000;

/** The result of the last race of a room: its outcome, and the ways on; then its figures and boards. */
export class Result {
  #head = h("section.felt");
  /** The last announcements: how it ended, and who wants a rematch. */ #said = ["", ""];
  #text = stack();
  #series = h("div.series-place", { hidden: true });
  #teams = h("div.stack", { hidden: true });
  /** The places of the parts that come later. */
  #parts = {
    coach: h("p.panel.coach-line", { role: "status" }),
    extras: h("div.stack.extras"),
    last: h("div.stack.last"),
    how: stack(),
  };
  /** Loaded when the first has been read. @type {ResultMore | undefined} */ #later;
  /** The consequences: on a large screen beside the outcome. */
  #besides = stack(this.#series, this.#teams, this.#parts.extras);
  element = h(
    "div.result",
    { hidden: true },
    stack(this.#head, this.#parts.coach, this.#parts.last),
    this.#besides,
  );
  /** @type {RaceGrid | null} */ #boards = null;
  /** The ways on. @type {() => Actions} */ #actions = () => ({ next: [], also: [] });
  /** The highlights of the result, once they are known. @type {string[]} */ #highlights = [];

  /** @param {RoomReplica} replica @param {ReadonlyMap<string, string>} seeds of this browser, by commitment @param {AbortSignal} signal of the phase that shows it */
  constructor(replica, seeds, signal) {
    this.replica = replica;
    this.seeds = seeds;
    this.signal = signal;
  }

  /** @param {() => Actions} [actions] the ways on: new elements at each call, since shown ones must not be moved */
  render(actions = this.#actions) {
    this.#actions = actions;
    const { race } = this.replica;
    this.element.hidden = !race?.standings;
    if (!race?.standings) return;
    this.#addLater();
    this.#later?.render(this.replica);
    void this.#renderTeams(race);
    this.#boards ??= this.#arrange(race.standings.length < 2);
    this.#boards.update();
    this.#renderHead(race, race.standings);
    const score = seriesScore(this.replica);
    this.#series.hidden = !score;
    morph(this.#series, score);
    this.#renderText(race, race.standings);
  }

  /** Draw the outcome, and the ways on. @param {wire.RaceView} race @param {wire.Standing[]} standings */
  #renderHead(race, standings) {
    const { daily, ownStanding, you } = this.replica;
    const count = standings.length;
    const [first] = standings;
    const isAlone = standings.length < 2;
    const { next, status, also } = this.#actions();
    const colours = playerColours(race.seats.map(({ player }) => player));
    const isKept = !isAlone || daily?.ranked || standings[0].moves > 0; // alone and without a move: no result
    const shared = !!ownStanding && !!race.reveal && isKept && ownResult(race.id, count, ownStanding);
    const offer = status ? [...(status.lastElementChild?.children ?? [])] : [];
    const said = [
      headline(standings, count, ownStanding),
      offer.map(({ textContent }) => textContent).join(". "),
    ];
    const news = said.filter((each, i) => each && each !== this.#said[i]);
    this.#said = said;
    if (news.length) announce(news.join(". "));
    morph(
      this.#head,
      h("h2.headline", said[0]),
      this.#highlights.length > 0 &&
        h("ul.row.highlights", ...this.#highlights.map((each) => h("li.tag", each))),
      !isAlone && podium(standings, colours, you?.id ?? "", race.seats),
      ...photoFinishes(standings).map((each) => h("p.small", each)),
      h("div.actions", ...next),
      status,
      h(
        "div.also",
        isAlone &&
          isKept &&
          link(
            `/g/${first.game}`,
            [icon("start"), t("replay")],
            "btn quiet",
            t("replayOf", { name: first.name }),
          ),
        shared && shareButton(shared, "btn quiet"),
        isAlone && shared && pictureButton(shared, "btn quiet"),
        ...(isAlone ? also : []),
      ),
    );
  }

  /** The figures, and the links further. @param {wire.RaceView} race @param {wire.Standing[]} standings */
  #renderText(race, standings) {
    const { daily, ownStanding, room, you } = this.replica;
    const isAlone = standings.length < 2;
    morph(
      this.#text,
      isAlone ? !daily?.ranked && facts(standings[0]) : standingsTable(standings, race.seats, you?.id ?? ""),
      !isAlone &&
        h(
          "p.row",
          link(`/race/${race.id}`, t("wholeRace"), "btn"),
          room?.group && link(`/group/${room.group}`, t("toGroup"), "btn"),
          ownStanding && race.reveal && pictureButton(ownResult(race.id, standings.length, ownStanding)),
          ...this.#actions().also,
        ),
      !isAlone && !!room?.series && seriesPages(room.series),
      // Practice says so itself.
      race.unranked && race.unranked !== "practice" && note(t(`unranked_${race.unranked}`)),
    );
    this.#text.hidden = !this.#text.hasChildNodes();
  }

  /** @param {wire.RaceView} race */
  async #renderTeams({ teams }) {
    this.#teams.hidden = !teams?.length;
    if (this.#teams.hidden) return;
    await loadStyles("room/teams.css").catch(() => {});
    showTeams(this.#teams, this.replica);
  }

  /** The parts that are read first stand open; of a race of several, all numbers and boards are behind a summary. @param {boolean} isAlone */
  #arrange(isAlone) {
    const boards = new RaceGrid(this.replica, `race-grid${isAlone ? " single" : ""}`, this.signal);
    const others = [this.#text, this.#parts.how, boards.element];
    this.element.classList.toggle("several", !isAlone);
    this.#besides.append(
      isAlone ? h("section.panel", ...others) : h("details.panel", h("summary", t("more")), ...others),
    );
    return boards;
  }

  // The parts that come later

  #addLater = once(
    async () => {
      const { daily, race, room } = this.replica;
      const isAwaited = daily || room?.ghost || race?.par;
      if (!isAwaited) await pause(READING_MS, this.signal);
      return import("./result-more.js");
    },
    ({ ResultMore }) => {
      this.#later = new ResultMore(this.#parts, this.signal, this.seeds, (highlights) => {
        this.#highlights = highlights;
        this.render();
      });
      this.render();
    },
  );
}

/** @type {(standings: wire.Standing[], n: number, mine: wire.Standing | undefined) => string} */
function headline(standings, n, mine) {
  const [first] = standings;
  const name = labelOf(first, namesakes(standings));
  if (!mine) return t(first.won ? "someoneWon" : "someoneFirst", { name });
  const [place, time] = [ordinalText(mine.rank), timeText(mine.time_ms)];
  if (mine.won) return mine.rank === 1 ? t("wonIn", { time }) : t("wonAs", { place, n, time });
  return n > 1 ? t("placedAs", { place, n }) : t("lockedAlone", { n: mine.locked });
}

/** @type {(race: string, count: number, mine: wire.Standing) => OwnResult} */
const ownResult = (race, count, { game, locked, moves, rank, time_ms, won }) => ({
  text: t(won ? "shareWon" : "shareLocked", {
    n: locked,
    time: timeText(time_ms),
    moves,
    place: count > 1 ? t("sharePlace", { place: ordinalText(rank), of: count }) : "",
  }),
  game,
  path: count > 1 ? `/race/${race}` : `/g/${game}`,
});

/** The figures of a game that was played alone; its cards in place are in the headline. @type {(standing: wire.Standing) => HTMLElement} */
const facts = ({ moves, score, shuffles, time_ms }) =>
  h(
    "dl.facts",
    ...[
      [t("score"), signed(score)],
      [t("movesShort"), moves],
      [t("shufflesShort"), shuffles],
      [t("time"), timeText(time_ms)],
    ].map(([name, value]) => h("div", h("dt", name), h("dd.figure", value))),
  );

/** @type {(standings: wire.Standing[], seats: wire.Seat[], you: string) => HTMLElement} */
const standingsTable = (standings, seats, you) =>
  table(
    [
      rankColumn(),
      {
        head: t("player"),
        class: "text",
        cell: (each) => [
          h("b", each.won && "★ ", playerName(each.name)),
          playerTag(each.player),
          " ",
          !!each.bot && botTag(each.bot, dateIn(seats, each)),
        ],
      },
      ...resultColumns((each) => timeAmong(rankedTime(each), standings.map(rankedTime))),
      replayColumn(),
    ],
    standings,
    { me: you },
  );

/** The time that breaks ties (ms). @type {(standing: { reached_ms?: number | null, time_ms: number }) => number} */
const rankedTime = ({ reached_ms, time_ms }) => reached_ms ?? time_ms;
