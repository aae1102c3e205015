import { h } from "../ui/dom.js";
import { inView } from "../ui/in-view.js";
import { load } from "../ui/load.js";
import { later } from "../ui/timers.js";

/** @import { Standing } from "../net/messages.js" */
/** @import { RoomReplica } from "./replica.js" */
/** @typedef {"coach" | "extras" | "highlights" | "last"} Part */

/** When the last seconds of a race are loaded (ms). */
const FILM_DELAY_MS = 1000;

/** What a result shows once it can be read: what is special about it, where the game was lost, the last seconds. */
export class ResultLater {
  /** What each part is of: a race, a game. @type {{ [part in Part]?: string }} */ #loaded = {};

  /**
   * @param {{ coach: HTMLElement, extras: HTMLElement, last: HTMLElement }} parts where it is shown
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

  /** Show what is special about the result. @param {RoomReplica} replica */
  #renderHighlights({ ownStanding, race }) {
    if (!race?.standings) return;
    this.#show("highlights", race.id, async () => {
      this.onHighlights([]);
      if (!ownStanding) return;
      const { highlights } = await import("./highlights.js");
      this.onHighlights(await highlights(race, ownStanding, this.signal));
    });
  }

  /** Show how the deal was drawn, and the last seconds of a race. @param {RoomReplica} replica */
  #renderLast(replica) {
    const { id, reveal, standings } = replica.race ?? {};
    if (!id || !standings) return;
    this.#show("last", id, async () => {
      this.parts.last.replaceChildren();
      if (reveal) await new Promise((resolve) => later(FILM_DELAY_MS, () => resolve(null), this.signal));
      if (this.#loaded.last === id) await this.#loadLast(replica, standings);
    });
  }

  /** @param {RoomReplica} replica @param {Standing[]} standings */
  async #loadLast(replica, standings) {
    const [{ drawText }, { challengeWay }] = await Promise.all([
      import("./draw.js"),
      import("../challenge/way.js"),
    ]);
    const draw = drawText(replica, this.seeds.get(replica.race?.commitment ?? ""));
    this.parts.last.append(
      ...(draw ? [h("p", { class: "small soft" }, draw)] : []),
      ...challengeWay(replica),
    );
    if (standings.length < 2) return;
    await inView(this.parts.last, this.signal);
    const { lastSeconds } = await load(import("./last-seconds.js"), "room/last-seconds.css");
    const element = await lastSeconds(standings, this.signal);
    if (element && !this.signal.aborted) this.parts.last.append(element);
  }

  /** Say where an own game was lost. @param {RoomReplica} replica */
  #renderCoach({ ownStanding, race }) {
    if (!race?.reveal) return; // a sealed deal is not analysed
    if (!ownStanding || ownStanding.won || !ownStanding.moves) return;
    this.#show("coach", ownStanding.game, async () => {
      const { coach } = await import("./coach.js");
      await coach(this.parts.coach, ownStanding.game, race.variant, this.signal);
    });
  }

  /** Show what a daily, a race against a ghost or a certified deal adds. @param {RoomReplica} replica */
  #renderExtras({ ownStanding, race, room }) {
    const hasExtras = room?.daily || room?.ghost || race?.par || race?.seats.some(({ waits_ms }) => waits_ms);
    if (!room || !race || !ownStanding || !hasExtras) return;
    this.#show("extras", `${ownStanding.game} ${!!race.reveal}`, async () => {
      const { extras } = await load(
        import("./result-extras.js"),
        "ui/community.css",
        "leaderboard/leaderboard.css",
        "daily/daily.css",
      );
      const elements = await extras(room, race, ownStanding, this.signal);
      if (!this.signal.aborted) this.parts.extras.replaceChildren(...elements);
    });
  }
}
