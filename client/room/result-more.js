import { spaced, t, timeText } from "../i18n/index.js";
import { request } from "../net/api.js";
import { ownTimeZone } from "../ui/browser.js";
import { h, link } from "../ui/dom.js";
import { load } from "../ui/load.js";
import { note } from "../ui/parts.js";
import { inView, pause } from "../ui/wait.js";
import { coach, decidedText, marginText } from "./coach.js";
import { lastSeconds, leadersOf } from "./last-seconds.js";
import { extras } from "./result-extras.js";

/** @import { Leader } from "./last-seconds.js" */

/** The highlights of a result: a personal best, the par, a streak. @type {(race: wire.RaceView, mine: wire.Standing, signal: AbortSignal) => Promise<string[]>} */
export async function highlights(race, mine, signal) {
  const page = await request("GET players/{id}", { id: mine.player, zone: ownTimeZone() }, { signal }).catch(
    () => null,
  );
  return page ? highlightsOf(page, race, mine) : [];
}

/** @type {(page: Pick<wire.PlayerPage, "statistics" | "streak">, race: Pick<wire.RaceView, "par" | "variant">, mine: wire.Standing) => string[]} */
export function highlightsOf({ statistics, streak }, { par, variant: { name = "addiction" } }, mine) {
  const own = statistics.find(({ variant }) => variant === name);
  return [
    own ? bestText(own, mine) : "",
    par && mine.won ? t("parWas", { par, n: mine.moves }) : "",
    streak.days > 1 ? t("streakIs", { n: streak.days }) : "",
  ].filter(Boolean);
}

/** @type {(own: wire.PlayerPage["statistics"][number], mine: wire.Standing) => string} */
function bestText({ best_score, best_score_game, best_time_game, best_time_ms, games, wins }, mine) {
  if (mine.won && best_time_game === mine.game)
    return wins === 1 ? t("firstWin") : t("newBest", { best: timeText(mine.time_ms) });
  if (mine.won && best_time_ms != null) return t("yourBest", { best: timeText(best_time_ms) });
  if (games < 2) return "";
  return best_score_game === mine.game
    ? t("newBestScore", { n: best_score })
    : t("yourBestScore", { n: best_score });
}

const NO_SEED = "0".repeat(32);

/** How a race's deal was drawn, or why it was chosen. @type {(replica: RoomReplica, mine?: string) => string} */
export function drawText({ daily, race, room, you }, mine) {
  if (!race?.reveal || !room) return "";
  const { origin, seeds = [] } = race.reveal;
  const verifiable = t("verifiable");
  if (origin !== "drawn" || room.ghost || daily)
    return `${t(whyChosen(race.reveal, room), { code: race.reveal.code })} ${verifiable}`;
  const n = seeds.filter((seed) => seed !== NO_SEED).length;
  const by = t(n ? "drawnBy" : "drawnAlone", { code: race.reveal.code, n });
  const seat = race.seats.findIndex(({ player }) => player === you?.id);
  const own = mine && seat >= 0 ? t(seeds[seat] === mine ? "seedIsIn" : "seedIsOther") : "";
  return spaced(by, own, verifiable);
}

/** The text that says why a deal was not drawn for this race. @type {(reveal: wire.Reveal, room: wire.RoomView) => Key} */
function whyChosen({ line }, { event, ghost }) {
  if (ghost) return "chosenGhost";
  if (event?.kind === "daily") return "chosenDaily";
  return line ? "chosenCertified" : "chosenByHost";
}

/** The way on from a result that others may beat: a challenge with the own game as the one to beat. @type {(replica: RoomReplica) => HTMLElement[]} */
function challengeWay({ ownStanding: mine, race, room }) {
  const { event } = room ?? {};
  if (!mine?.moves || (event && (event.kind !== "daily" || !race?.reveal))) return []; // nothing to beat, or sealed
  return [h("p.row", link(`/challenge/new?game=${mine.game}`, t("challengeFriend"), "btn"))];
}

/** @typedef {"coach" | "extras" | "highlights" | "last"} Part */

/** When the last seconds of a race are loaded (ms). */
const FILM_DELAY_MS = 1000;

/** The parts of a result that come once it can be read: its highlights, where the game was lost, the last seconds. */
export class ResultMore {
  /** The subject of each part: a race, a game. @type {{ [part in Part]?: string }} */ #loaded = {};
  /** @type {{ game: string, leaders: Promise<Leader[]> } | undefined} */ #best;

  /**
   * @param {{ coach: HTMLElement, extras: HTMLElement, last: HTMLElement, how: HTMLElement }} parts where it is shown
   * @param {AbortSignal} signal of the phase @param {ReadonlyMap<string, string>} seeds of this browser, by commitment
   * @param {(highlights: string[]) => void} onHighlights shows the highlights of the result
   */
  constructor(parts, signal, seeds, onHighlights) {
    this.parts = parts;
    this.signal = signal;
    this.seeds = seeds;
    this.onHighlights = onHighlights;
  }

  /** @param {RoomReplica} replica */
  render(replica) {
    this.#renderExtras(replica);
    this.#renderHighlights(replica);
    this.#renderLast(replica);
    this.#renderCoach(replica);
  }

  /** Load a part and show it, unless that was done for the same race or game; if it fails, with the next drawing. @param {Part} part @param {string} of @param {() => Promise<void>} show */
  #show(part, of, show) {
    if (this.#loaded[part] === of) return;
    this.#loaded[part] = of;
    show().catch(() => {
      if (this.#loaded[part] === of) delete this.#loaded[part];
    });
  }

  /** Show the highlights of the result. @param {RoomReplica} replica */
  #renderHighlights({ ownStanding, race }) {
    if (!race?.standings) return;
    this.#show("highlights", race.id, async () => {
      this.onHighlights([]);
      if (!ownStanding) return;
      this.onHighlights(await highlights(race, ownStanding, this.signal));
    });
  }

  /** Show how the deal was drawn, and the last seconds of a race. @param {RoomReplica} replica */
  #renderLast(replica) {
    const { id, reveal, standings } = replica.race ?? {};
    if (!id || !standings) return;
    this.#show("last", id, async () => {
      this.parts.last.replaceChildren();
      if (reveal) await pause(FILM_DELAY_MS, this.signal);
      if (this.#loaded.last === id) await this.#loadLast(replica, standings);
    });
  }

  /** @param {RoomReplica} replica @param {wire.Standing[]} standings */
  async #loadLast(replica, standings) {
    const draw = drawText(replica, this.seeds.get(replica.race?.commitment ?? ""));
    this.parts.how.replaceChildren(...(draw ? [note(draw)] : []), ...challengeWay(replica));
    if (standings.length < 2) return;
    const { followRivals } = await import("./friends.js");
    const rivals = await followRivals(standings, replica.you?.id ?? "");
    if (rivals) this.parts.how.append(rivals);
    await inView(this.parts.last, this.signal);
    const leaders = await load(this.#leaders(standings), "room/last-seconds.css").catch(() => null);
    if (leaders && !this.signal.aborted) this.parts.last.append(lastSeconds(leaders, this.signal));
  }

  /** Draw what decided the race for its winner, how far an own game is behind, and where it was lost. @param {RoomReplica} replica */
  #renderCoach({ ownStanding, race }) {
    const { reveal, standings } = race ?? {};
    const of = ownStanding ?? standings?.[0];
    if (!race || !standings || !of) return;
    this.#show("coach", `${of.game} ${!!reveal}`, async () => {
      const place = this.parts.coach;
      place.textContent = marginText(standings, of);
      if (!reveal) return; // a sealed deal is not analysed
      if (of.rank === 1 && standings.length > 1) {
        const leaders = await this.#leaders(standings).catch(() => []);
        place.textContent = decidedText(standings, leaders) || place.textContent;
      } else if (ownStanding && !of.won && of.moves)
        await coach(place, of.game, race.variant, standings.length < 2, this.signal);
    });
  }

  /** The two best games, which are loaded once. @param {wire.Standing[]} standings @returns {Promise<Leader[]>} */
  #leaders(standings) {
    const [{ game }] = standings;
    if (this.#best?.game !== game) this.#best = { game, leaders: leadersOf(standings, this.signal) };
    return this.#best.leaders;
  }

  /** Show the parts that a daily, a race against a ghost or a certified deal adds. @param {RoomReplica} replica */
  #renderExtras({ daily, ownStanding, race, room }) {
    const hasExtras = daily || room?.ghost || race?.par;
    if (!room || !race || !ownStanding || !hasExtras) return;
    this.#show("extras", `${ownStanding.game} ${!!race.reveal}`, async () => {
      const elements = await load(
        extras(room, race, ownStanding, this.signal),
        "ui/community.css",
        "scores/leaderboard.css",
        "screens/today/daily.css",
        "scores/scores.css",
      );
      if (!this.signal.aborted) this.parts.extras.replaceChildren(h("section.panel", ...elements));
    });
  }
}
