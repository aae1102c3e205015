import { call, path as joined } from "./api.js";

/** @import { Challenge, ChallengeList, NewChallenge, RoomCreated } from "./messages.js" */

/** A path below the challenges. @param {string[]} parts */
const path = (...parts) => joined("challenges", ...parts);

/** The own challenges, and those that wait for the player. @type {(signal?: AbortSignal) => Promise<ChallengeList>} */
export const challenges = (signal) => call("GET", path(), { signal });

/** @type {(group: string, signal: AbortSignal) => Promise<ChallengeList>} */
export const groupChallenges = (group, signal) =>
  call("GET", joined("groups", group, "challenges"), { signal });

/** @type {(code: string, signal: AbortSignal) => Promise<Challenge>} */
export const challenge = (code, signal) => call("GET", path(code), { signal });

/** @type {(body: NewChallenge) => Promise<Challenge>} */
export const newChallenge = (body) => call("POST", path(), { body });

/** Take a place, to play later. @type {(code: string) => Promise<Challenge>} */
export const enterChallenge = (code) => call("POST", path(code, "places"));

/** Give the place back. @type {(code: string) => Promise<Challenge>} */
export const leaveChallenge = (code) => call("DELETE", path(code, "places", "me"));

/** The room of the own game. @type {(code: string) => Promise<RoomCreated>} */
export const playChallenge = (code) => call("POST", path(code, "games"));
