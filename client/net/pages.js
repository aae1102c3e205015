import { call } from "./api.js";

/** @import { Analysis, LeaderboardPage, DailyList, PlayerPage, RoomCreated } from "./messages.js" */
/** @typedef {{ after?: string, before?: string, around?: string, limit?: number }} Where which part of a leaderboard */

const path = (/** @type {(string | number)[]} */ ...parts) => parts.map(encodeURIComponent).join("/");

/** The dailies of a date, or of today. @type {(date?: string) => Promise<DailyList>} */
export const dailies = (date) => call("GET", date ? path("dailies", date) : "dailies");

/** A room to play a daily in. @type {(date: string, variant: string, practice: boolean) => Promise<RoomCreated>} */
export const playDaily = (date, variant, practice) =>
  call("POST", path("dailies", date, variant, "games"), { practice });

/** A part of a leaderboard. @type {(kind: string, period: string, variant: string, where?: Where) => Promise<LeaderboardPage>} */
export function leaderboard(kind, period, variant, where = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(where)) if (value) query.set(name, String(value));
  return call("GET", `${path("leaderboards", kind, period, variant)}${query.size ? `?${query}` : ""}`);
}

/** @type {(id: string) => Promise<PlayerPage>} */
export const player = (id) => call("GET", path("players", id));

/** A room of one's own to race a finished game in. @type {(game: string) => Promise<RoomCreated>} */
export const ghostRoom = (game) => call("POST", "rooms", { ghost: game });

/** Asks for the analysis of a finished game: it begins, or is there already. @type {(game: string) => Promise<Analysis>} */
export const startAnalysis = (game) => call("POST", path("games", game, "analysis"));

/** How far the analysis of a finished game is. @type {(game: string) => Promise<Analysis>} */
export const analysis = (game) => call("GET", path("games", game, "analysis"));

/** Where all that is stored about oneself can be had. */
export const EXPORT = "/api/me/export";

/** Deletes oneself. @type {(name: string) => Promise<unknown>} */
export const deleteMe = (name) => call("DELETE", "me", { name });
