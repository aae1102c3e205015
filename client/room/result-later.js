import { h } from "../ui/dom.js";
import { inView } from "../ui/in-view.js";
import { load } from "../ui/load.js";
import { later } from "../ui/timers.js";

/** @import { Standing } from "../net/messages.js" */
/** @import { RoomReplica } from "./replica.js" */
/** @typedef {"coach" | "crowd" | "extras" | "highlights"} Part */

/** When the last seconds of a race are loaded (ms). */
const FILM_DELAY_MS = 1000;

/** What a result shows once it can be read: what is special about it, where the game was lost, the last seconds. */
export class ResultLater {
  /** What each part is of: a race, a game. @type {{ [part in Part]?: string }} */ #loaded = {};

  /**
   * @param {{ coach: HTMLElement, crowd: HTMLElement, extras: HTMLElement, last: HTMLElement }} parts where it is shown
   * @param {AbortSignal} signal of the phase @param {ReadonlyMap<string, string>} seeds of this browser, by commitment
   * @param {(highlights: string[]) => void} onHighlights shows what is special about the result
   */
  constructor(parts, signal, seeds, onHighlights) {
    this.parts = parts;
    this.signal = signal;
    this.seeds = seeds;
    this.onHighlights = onHighlights;
  }

  /** @param {RoomReplica} replica */
  render(replica) {
    void this.#loadExtras(replica);
    void this.#loadHighlights(replica);
    void this.#loadCoach(replica);
    void this.#loadCrowd(replica);
  }

  /** Whether a part is to be loaded: it is of something else than before. @param {Part} part @param {string} of */
  #isNew(part, of) {
    const isNew = this.#loaded[part] !== of;
    this.#loaded[part] = of;
    return isNew;
  }

  /** Of a large race, show all results in pages. @param {RoomReplica} replica */
  async #loadCrowd({ crowd, ownStanding: own, race }) {
    this.parts.crowd.hidden = !crowd?.size;
    if (!crowd?.size || !race?.standings || !this.#isNew("crowd", race.id)) return;
    const known = { best: race.standings, total: crowd.size.games ?? 0, own: own ?? null };
    const { longStandings } = await load(import("../crowd/standings.js"), "crowd", "crowd/crowd.css");
    if (!this.signal.aborted) this.parts.crowd.replaceChildren(longStandings(race.id, known, this.signal));
  }

  /** Show what is special about the result, and the last seconds of a race. @param {RoomReplica} replica */
  async #loadHighlights(replica) {
    const { ownStanding, race } = replica;
    if (!race?.standings || !this.#isNew("highlights", race.id)) return;
    this.onHighlights([]);
    this.parts.last.replaceChildren();
    const { id, reveal, standings } = race;
    later(
      reveal ? FILM_DELAY_MS : 0,
      () => this.#loaded.highlights === id && this.#loadLast(replica, standings),
      this.signal,
    );
    if (!ownStanding) return;
    const { highlights } = await import("./highlights.js");
    this.onHighlights(await highlights(race, ownStanding, this.signal));
  }

  /** @param {RoomReplica} replica @param {Standing[]} standings */
  async #loadLast(replica, standings) {
    const { drawText } = await load(import("./draw.js"), "draw");
    const { challengeWay } = await load(import("../challenge/way.js"), "challenge");
    const draw = drawText(replica, this.seeds.get(replica.race?.commitment ?? ""));
    this.parts.last.append(
      ...(draw ? [h("p", { class: "small soft" }, draw)] : []),
      ...challengeWay(replica),
    );
    if (standings.length < 2) return;
    await inView(this.parts.last, this.signal);
    const { lastSeconds } = await load(import("./last-seconds.js"), "replay", "room/last-seconds.css");
    const element = await lastSeconds(standings, this.signal);
    if (element && !this.signal.aborted) this.parts.last.append(element);
  }

  /** Say where an own game was lost. @param {RoomReplica} replica */
  async #loadCoach({ crowd, ownStanding, race }) {
    if (!race || (!race.reveal && !crowd?.size)) return; // a sealed deal is not analysed
    if (!ownStanding || ownStanding.won || !ownStanding.moves) return;
    if (!this.#isNew("coach", ownStanding.game)) return;
    const { coach } = await import("./coach.js");
    await coach(this.parts.coach, ownStanding.game, race.variant, this.signal);
  }

  /** Show what a daily, a race against a ghost or a certified deal adds. @param {RoomReplica} replica */
  async #loadExtras({ ownStanding, race, room }) {
    const hasExtras = room?.daily || room?.ghost || race?.par || room?.settings.handicap;
    if (!room || !race || !ownStanding || !hasExtras) return;
    if (!this.#isNew("extras", `${ownStanding.game} ${!!race.reveal}`)) return;
    const { extras } = await load(
      import("./result-extras.js"),
      "people",
      "today",
      "replay",
      "ui/community.css",
      "leaderboard/leaderboard.css",
      "daily/daily.css",
    );
    const elements = await extras(room, race, ownStanding, this.signal);
    if (!this.signal.aborted) this.parts.extras.replaceChildren(...elements);
  }
}
