import { call, request } from "./api.js";

/** @typedef {{ after?: string, around?: string, with?: string, limit?: number }} PageQuery which page of a list */

/** @type {(settings: wire.Settings) => Promise<wire.RoomCreated>} */
export const createRoom = (settings) => call("POST rooms", settings);

/** A solo room to race a finished game in. @type {(game: string) => Promise<wire.RoomCreated>} */
export const createGhostRoom = (game) => call("POST rooms", { ghost: game });

/** A finished game. @type {(id: string, signal?: AbortSignal) => Promise<wire.FinishedGame>} */
export const game = (id, signal) => request("GET games/{id}", { id }, { signal });

/** The analysis of a finished game, asked for at intervals (ms) until it is done. @type {(id: string, ms: number, signal: AbortSignal) => AsyncGenerator<wire.Analysis>} */
export async function* analysisOf(id, ms, signal) {
  let found = await call("POST games/{id}/analysis", { id }, { signal });
  yield found;
  while (found.state !== "done") {
    await new Promise((resolve) => setTimeout(resolve, ms));
    found = await request("GET games/{id}/analysis", { id }, { signal });
    yield found;
  }
}

/** A search's findings on a position of a finished game, after other actions; with `isProof`, it looks for a win. @type {(game: string, at: number, line: string[], isProof: boolean, signal: AbortSignal) => Promise<wire.ExploredPosition>} */
export const exploredPosition = (id, at, line, isProof, signal) =>
  request(
    "GET games/{id}/positions/{at}",
    { id, at, line: line.join("."), prove: Number(isProof) },
    { signal },
  );

/** A part of a leaderboard. @type {(kind: string, period: string, variant: string, page: PageQuery, signal: AbortSignal) => Promise<wire.LeaderboardPage>} */
export const leaderboard = (kind, period, variant, page, signal) =>
  request("GET leaderboards/{kind}/{period}/{variant}", { kind, period, variant, ...page }, { signal });

/** A daily among the members of a group. @type {(group: string, variant: string, date: string, signal: AbortSignal) => Promise<wire.GroupBoard>} */
export const groupBoard = (group, variant, date, signal) =>
  request("GET groups/{group}/dailies/{variant}/{date}", { group, variant, date }, { signal });

/** A race: its players, and once it has ended its games, as far as they may be seen. `look`: also of one that could still be raced. @type {(id: string, signal: AbortSignal, look?: boolean) => Promise<wire.RacePage>} */
export const race = (id, signal, look = false) =>
  request("GET races/{id}", { id, look: Number(look) }, { signal });
