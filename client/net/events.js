import { call, path as joined, ofPlayer, request } from "./api.js";
import { withQuery } from "./play.js";

/** @import { Arena, ArenaChange, ArenaList, ArenaTable, Challenge, ChallengeList, NewArena, NewChallenge, RoomCreated } from "./messages.js" */

/** A path below the challenges. @param {string[]} parts */
const challengePath = (...parts) => joined("challenges", ...parts);

/** The own challenges, and those that wait for the player. @type {(signal?: AbortSignal) => Promise<ChallengeList>} */
export const challenges = (signal) => ofPlayer("challenges", { challenges: [] }, signal);

/** @type {(group: string, signal: AbortSignal) => Promise<ChallengeList>} */
export const groupChallenges = (group, signal) =>
  request("GET", joined("groups", group, "challenges"), { signal });

/** @type {(code: string, signal: AbortSignal) => Promise<Challenge>} */
export const challenge = (code, signal) => request("GET", challengePath(code), { signal });

/** @type {(body: NewChallenge) => Promise<Challenge>} */
export const newChallenge = (body) => call("POST", challengePath(), { body });

/** Take a place, to play later. @type {(code: string) => Promise<Challenge>} */
export const enterChallenge = (code) => call("POST", challengePath(code, "places"));

/** Give the place back. @type {(code: string) => Promise<Challenge>} */
export const leaveChallenge = (code) => call("DELETE", challengePath(code, "places", "me"));

/** The room of the own game. @type {(code: string) => Promise<RoomCreated>} */
export const playChallenge = (code) => call("POST", challengePath(code, "games"));

/** A path below the arenas. @param {string[]} parts */
const arenaPath = (...parts) => joined("arenas", ...parts);

/** The listed arenas, and the own ones. @type {(signal: AbortSignal) => Promise<ArenaList>} */
export const arenas = (signal) => request("GET", arenaPath(), { signal });

/** @type {(group: string, signal: AbortSignal) => Promise<ArenaList>} */
export const groupArenas = (group, signal) => request("GET", joined("groups", group, "arenas"), { signal });

/** @type {(code: string, signal: AbortSignal) => Promise<Arena>} */
export const arena = (code, signal) => request("GET", arenaPath(code), { signal });

/** The players behind those of a page. @type {(code: string, after: string) => Promise<ArenaTable>} */
export const arenaTable = (code, after) => request("GET", withQuery(arenaPath(code, "table"), { after }));

/** @type {(body: NewArena) => Promise<Arena>} */
export const newArena = (body) => call("POST", arenaPath(), { body });

/** @type {(code: string) => Promise<ArenaList>} */
export const callOffArena = (code) => call("DELETE", arenaPath(code));

/** @type {(code: string, body: ArenaChange) => Promise<Arena>} */
export const changeArena = (code, body) => call("PATCH", arenaPath(code), { body });

/** @type {(code: string) => Promise<Arena>} */
export const startArena = (code) => call("POST", arenaPath(code, "start"));

/** End it after the round that is being played. @type {(code: string) => Promise<Arena>} */
export const endArena = (code) => call("POST", arenaPath(code, "end"));

/** @type {(code: string, player: string, role: "player" | "cohost" | "removed") => Promise<Arena>} */
export const giveArenaRole = (code, player, role) =>
  call("PUT", arenaPath(code, "players", player), { body: { role } });

/** Register, or move to a team; 0 is the smallest one. @type {(code: string, team?: number) => Promise<Arena>} */
export const enterArena = (code, team = 0) => call("POST", arenaPath(code, "players"), { body: { team } });

/** Take the registration back. @type {(code: string) => Promise<Arena>} */
export const leaveArena = (code) => call("DELETE", arenaPath(code, "players", "me"));

/** The room of the own game in the current round. @type {(code: string) => Promise<RoomCreated>} */
export const playArena = (code) => call("POST", arenaPath(code, "games"));
