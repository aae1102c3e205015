import { call } from "./api.js";

/** @import { Challenge, ChallengeList, NewChallenge, RoomCreated } from "./messages.js" */

/** A path of encoded parts. @param {string[]} parts */
const path = (...parts) => ["challenges", ...parts.map(encodeURIComponent)].join("/");

/** The own challenges, and those that wait for the player. @type {(signal?: AbortSignal) => Promise<ChallengeList>} */
export const challenges = (signal) => call("GET", path(), { signal });

/** @type {(group: string, signal: AbortSignal) => Promise<ChallengeList>} */
export const groupChallenges = (group, signal) =>
  call("GET", `groups/${encodeURIComponent(group)}/challenges`, { signal });

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
