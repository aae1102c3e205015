import { call, path } from "./api.js";

/** @import { HeadToHead, RacePage, SeriesPage } from "./messages.js" */

/** A race: its players, and once it has ended its games, as far as they may be seen. @type {(id: string, signal: AbortSignal) => Promise<RacePage>} */
export const race = (id, signal) => call("GET", path("races", id), { signal });

/** A decided series. @type {(id: string, signal: AbortSignal) => Promise<SeriesPage>} */
export const seriesPage = (id, signal) => call("GET", path("series", id), { signal });

/** What a player has against another one. @type {(id: string, other: string, signal: AbortSignal) => Promise<HeadToHead>} */
export const headToHead = (id, other, signal) => call("GET", path("players", id, "vs", other), { signal });
