import { call, path } from "./api.js";

/** @import { HeadToHead, RacePage, RaceStandings, SeriesPage } from "./messages.js" */

/** A race: its players, and once it has ended its games, as far as they may be seen. @type {(id: string, signal: AbortSignal) => Promise<RacePage>} */
export const race = (id, signal) => call("GET", path("races", id), { signal });

/** A page of the standings of a race, of the players whose names contain a text. @type {(id: string, offset: number, text: string, signal: AbortSignal) => Promise<RaceStandings>} */
export const raceStandings = (id, offset, text, signal) =>
  call("GET", `${path("races", id, "standings")}?${new URLSearchParams({ offset: `${offset}`, text })}`, {
    signal,
  });

/** A decided series. @type {(id: string, signal: AbortSignal) => Promise<SeriesPage>} */
export const seriesPage = (id, signal) => call("GET", path("series", id), { signal });

/** What a player has against another one. @type {(id: string, other: string, signal: AbortSignal) => Promise<HeadToHead>} */
export const headToHead = (id, other, signal) => call("GET", path("players", id, "vs", other), { signal });
