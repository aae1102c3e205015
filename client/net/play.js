import { call, path, request } from "./api.js";

/** @import { Analysis, Commitments, DailyList, ExploredPosition, FinishedGame, LeaderboardPage, RacePage, RoomCreated, RoomList, RoomView, SeriesPage, Settings } from "./messages.js" */
/** @typedef {{ after?: string, around?: string, with?: string, limit?: number }} PageQuery which page of a list */

// Rooms

/** @type {(settings: Settings) => Promise<RoomCreated>} */
export const createRoom = (settings) => call("POST", "rooms", { body: settings });

/** A seat in a race with whoever wants to race now. @type {(variant: string) => Promise<RoomCreated>} */
export const raceNow = (variant) => call("POST", "races", { body: { variant } });

/** A solo room to race a finished game in. @type {(game: string) => Promise<RoomCreated>} */
export const createGhostRoom = (game) => call("POST", "rooms", { body: { ghost: game } });

/** A room to race those who were in a race that one missed. @type {(missed: string) => Promise<RoomCreated>} */
export const raceLater = (missed) => call("POST", "rooms", { body: { missed } });

/** @type {(signal?: AbortSignal) => Promise<RoomList>} */
export const rooms = (signal) => request("GET", "rooms", { signal });

/** @type {(code: string, signal?: AbortSignal) => Promise<RoomView>} */
export const room = (code, signal) => request("GET", path("rooms", code), { signal });

// Finished games

/** @type {(id: string, signal?: AbortSignal) => Promise<FinishedGame>} */
export const game = (id, signal) => request("GET", path("games", id), { signal });

/** The analysis of a finished game, asked for at intervals (ms) until it is done. @type {(game: string, ms: number, signal: AbortSignal) => AsyncGenerator<Analysis>} */
export async function* analysisOf(game, ms, signal) {
  /** @type {Analysis} */
  let found = await call("POST", path("games", game, "analysis"), { signal });
  yield found;
  while (found.state !== "done") {
    await new Promise((resolve) => setTimeout(resolve, ms));
    found = await request("GET", path("games", game, "analysis"), { signal });
    yield found;
  }
}

/** What a search knows of a position of a finished game, after other actions; with `isProof`, it looks for a win. @type {(game: string, at: number, line: string[], isProof: boolean, signal: AbortSignal) => Promise<ExploredPosition>} */
export const exploredPosition = (game, at, line, isProof, signal) =>
  request(
    "GET",
    withQuery(path("games", game, "positions", String(at)), { line: line.join("."), prove: Number(isProof) }),
    { signal },
  );

// Dailies, leaderboards, profiles

/** The dailies of a date. @type {(date: string, signal: AbortSignal) => Promise<DailyList>} */
export const dailies = (date, signal) => request("GET", path("dailies", date), { signal });

/** The dailies of today in a time zone. @type {(zone: string, signal: AbortSignal) => Promise<DailyList>} */
export const todaysDailies = (zone, signal) => request("GET", withQuery("dailies", { zone }), { signal });

/** Where the commitments to the dailies to come are for programs. */
export const COMMITMENTS = "/api/v1/dailies/commitments";

/** @type {(signal: AbortSignal) => Promise<Commitments>} */
export const commitments = (signal) => request("GET", "dailies/commitments", { signal });

/** A room to play a daily in: the ranked game on its date in a time zone, or practice. @type {(date: string, variant: string, zone: string, practice?: boolean) => Promise<RoomCreated>} */
export const playDaily = (date, variant, zone, practice = false) =>
  call("POST", path("dailies", date, variant, "games"), { body: { practice, zone } });

/** A part of a leaderboard. @type {(kind: string, period: string, variant: string, page: PageQuery, signal: AbortSignal) => Promise<LeaderboardPage>} */
export const leaderboard = (kind, period, variant, page, signal) =>
  request("GET", withQuery(path("leaderboards", kind, period, variant), page), { signal });

/** A path with those parts of a query that are not empty. @type {(path: string, parts: { [name: string]: string | number | undefined }) => string} */
export function withQuery(path, parts) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, String(value));
  return query.size ? `${path}?${query}` : path;
}

// Races

/** A race: its players, and once it has ended its games, as far as they may be seen. `query`: also of one that could still be raced. @type {(id: string, signal: AbortSignal, query?: string) => Promise<RacePage>} */
export const race = (id, signal, query = "") => request("GET", path("races", id) + query, { signal });

/** A decided series. @type {(id: string, signal: AbortSignal) => Promise<SeriesPage>} */
export const seriesPage = (id, signal) => request("GET", path("series", id), { signal });
