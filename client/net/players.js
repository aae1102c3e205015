import { path, request } from "./api.js";
import { withQuery } from "./play.js";

/** @import { HeadToHead, PlayedGames, PlayerPage, Rivalries } from "./messages.js" */
/** @import { PageQuery } from "./play.js" */

/** A player's page; of the own one, the streak is that of a time zone. @type {(id: string, signal: AbortSignal, zone?: string) => Promise<PlayerPage>} */
export const player = (id, signal, zone) =>
  request("GET", withQuery(path("players", id), { zone }), { signal });

/** @typedef {{ variant?: string, kind?: string, won?: string, with?: string }} GamesQuery which games of a player */

/** @type {(id: string, asked: GamesQuery & PageQuery, signal: AbortSignal) => Promise<PlayedGames>} */
export const playedGames = (id, asked, signal) =>
  request("GET", withQuery(path("players", id, "games"), asked), { signal });

/** Whom a player meets most often. @type {(id: string, signal: AbortSignal) => Promise<Rivalries>} */
export const rivalries = (id, signal) => request("GET", path("players", id, "vs"), { signal });

/** What a player has against another one. @type {(id: string, other: string, signal: AbortSignal) => Promise<HeadToHead>} */
export const headToHead = (id, other, signal) => request("GET", path("players", id, "vs", other), { signal });
