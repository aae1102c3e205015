import { call, path as joined, paged } from "./api.js";

/** @import { Arena, ArenaChange, ArenaList, ArenaTable, NewArena, RoomCreated } from "./messages.js" */

/** A path below the arenas. @param {string[]} parts */
const path = (...parts) => joined("arenas", ...parts);

/** The listed arenas, and the own ones. @type {(signal: AbortSignal) => Promise<ArenaList>} */
export const arenas = (signal) => call("GET", path(), { signal });

/** @type {(group: string, signal: AbortSignal) => Promise<ArenaList>} */
export const groupArenas = (group, signal) => call("GET", joined("groups", group, "arenas"), { signal });

/** @type {(code: string, signal: AbortSignal) => Promise<Arena>} */
export const arena = (code, signal) => call("GET", path(code), { signal });

/** The players behind those of a page. @type {(code: string, after: string) => Promise<ArenaTable>} */
export const arenaTable = (code, after) => call("GET", paged(path(code, "table"), { after }));

/** @type {(body: NewArena) => Promise<Arena>} */
export const newArena = (body) => call("POST", path(), { body });

/** @type {(code: string) => Promise<ArenaList>} */
export const callOffArena = (code) => call("DELETE", path(code));

/** @type {(code: string, body: ArenaChange) => Promise<Arena>} */
export const changeArena = (code, body) => call("PATCH", path(code), { body });

/** @type {(code: string) => Promise<Arena>} */
export const startArena = (code) => call("POST", path(code, "start"));

/** End it after the round that is being played. @type {(code: string) => Promise<Arena>} */
export const endArena = (code) => call("POST", path(code, "end"));

/** @type {(code: string, player: string, role: "player" | "cohost" | "removed") => Promise<Arena>} */
export const giveArenaRole = (code, player, role) =>
  call("PUT", path(code, "players", player), { body: { role } });

/** Register, or move to a team; 0 is the smallest one. @type {(code: string, team?: number) => Promise<Arena>} */
export const enterArena = (code, team = 0) => call("POST", path(code, "players"), { body: { team } });

/** Take the registration back. @type {(code: string) => Promise<Arena>} */
export const leaveArena = (code) => call("DELETE", path(code, "players", "me"));

/** The room of the own game in the current round. @type {(code: string) => Promise<RoomCreated>} */
export const playArena = (code) => call("POST", path(code, "games"));
