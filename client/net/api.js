/** @import { Analysis, Commitments, LeaderboardPage, DailyList, DeviceCode, FinishedGame, Identity, Me, PlayerPage, RecoveryCode, RoomCreated, RoomList, RoomView, Settings, Token } from "./messages.js" */
/** @typedef {{ after?: string, around?: string, limit?: number }} PageQuery which page of a list */

const DEVICE_CODE_LENGTH = 10;

/** What the server refused: a stable code, and a sentence in English. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {Response} [answer] none, if the server could not be reached */
  constructor(code, message, answer) {
    super(message);
    this.code = code;
    this.answer = answer;
  }
}

/** How far the server's clock is ahead of the one here (ms), by the latest answer. */
let clockOffset = 0;

/** The server's time to a second or so: milliseconds since 1970. A clock here may be wrong by hours. */
export const now = () => Date.now() + clockOffset;

/** A path of encoded parts. @param {(string | number)[]} parts */
export const path = (...parts) => parts.map(encodeURIComponent).join("/");

/** @type {(method: string, path: string, options?: { body?: object, headers?: { [name: string]: string }, signal?: AbortSignal }) => Promise<any>} */
export async function request(method, path, { body, headers, signal } = {}) {
  const answer = await fetch(`/api/v1/${path}`, {
    method,
    signal,
    body: JSON.stringify(body),
    headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
  }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  signal?.throwIfAborted();
  if (!answer || !data) throw new ApiError("unreachable", "Can't reach the server.");
  clockOffset = Date.parse(answer.headers.get("date") ?? "") - Date.now() || 0;
  if (!answer.ok) throw new ApiError(data.code, data.message, answer);
  return data;
}

/**
 * Change the player of this browser in one tab at a time: while another tab signs out all devices, the old cookie is
 * refused and the new one is still to come. A page without HTTPS has no locks.
 * @template T @param {() => Promise<T>} change @returns {Promise<T>}
 */
export const changePlayer = (change) => navigator.locks?.request("player", change) ?? change();

/** A request of a known player; who is not known yet becomes a guest first. @type {typeof request} */
export async function call(method, path, options) {
  try {
    return await request(method, path, options);
  } catch (/** @type {any} */ error) {
    if (error.code !== "no_identity") throw error;
    await changePlayer(enter);
    return request(method, path, options);
  }
}

// The player of this browser

/** The player, who becomes a guest if nobody is known here. @returns {Promise<unknown>} */
const known = async () => (await self()) ?? request("POST", "players", { body: { recovery: false } });

/** Become known; where the server takes in nobody for now, after a wait. */
const enter = () =>
  known().catch(async (refusal) => {
    if (!refusal.answer) throw refusal;
    await (await import("../profile/newcomer.js")).waitToEnter(known, refusal);
  });

/** The player, without making a guest of somebody who is none. @type {() => Promise<Me | null>} */
export const self = () =>
  request("GET", "me").catch((error) => {
    if (error.code === "no_identity") return null;
    throw error;
  });

/** @type {(signal?: AbortSignal) => Promise<Me>} */
export const me = (signal) => call("GET", "me", { signal });

/** @type {(name: string) => Promise<Me>} */
export const rename = (name) => call("PATCH", "me", { body: { name } });

/** A new recovery code: at once with the current one, else after a wait. @type {(current: string) => Promise<RecoveryCode>} */
export const recoveryCode = (current) => call("POST", "me/recovery", { body: { recovery_code: current } });

/** Withdraw a recovery code that waits. @type {() => Promise<Me>} */
export const withdrawCode = () => call("DELETE", "me/recovery");

/** @type {() => Promise<Token>} */
export const signOutEverywhere = () => changePlayer(() => request("POST", "me/sign-out"));

/** A code for another device. @type {() => Promise<DeviceCode>} */
export const deviceCode = () => call("POST", "me/device-code");

/** Become the player of a code from another device: one that was made for this, or the longer recovery code. @type {(code: string) => Promise<Identity>} */
export const signInBy = (code) =>
  changePlayer(() =>
    code.replace(/\W/g, "").length > DEVICE_CODE_LENGTH
      ? request("POST", "recover", { body: { recovery_code: code } })
      : request("POST", "device-code", { body: { code } }),
  );

/** Where everything that is stored about the player can be downloaded. */
export const EXPORT = "/api/v1/me/export";

/** Delete the account. `name`, typed in by its owner, confirms it. @type {(name: string) => Promise<unknown>} */
export const deleteMe = (name) => call("DELETE", "me", { body: { name } });

// Rooms

/** @type {(settings: Settings) => Promise<RoomCreated>} */
export const createRoom = (settings) => call("POST", "rooms", { body: settings });

/** A seat in a race with whoever wants to race now. @type {(variant: string) => Promise<RoomCreated>} */
export const raceNow = (variant) => call("POST", "races", { body: { variant } });

/** A solo room to race a finished game in. @type {(game: string) => Promise<RoomCreated>} */
export const createGhostRoom = (game) => call("POST", "rooms", { body: { ghost: game } });

/** @type {(signal?: AbortSignal) => Promise<RoomList>} */
export const rooms = (signal) => request("GET", "rooms", { signal });

/** @type {(code: string, signal?: AbortSignal) => Promise<RoomView>} */
export const room = (code, signal) => request("GET", path("rooms", code), { signal });

// Finished games

/** @type {(id: string, signal?: AbortSignal) => Promise<FinishedGame>} */
export const game = (id, signal) => request("GET", path("games", id), { signal });

/** Ask for the analysis of a finished game: it begins, or is there already. @type {(game: string, signal: AbortSignal) => Promise<Analysis>} */
export const startAnalysis = (game, signal) => call("POST", path("games", game, "analysis"), { signal });

/** How far the analysis of a finished game is. @type {(game: string, signal: AbortSignal) => Promise<Analysis>} */
export const analysis = (game, signal) => call("GET", path("games", game, "analysis"), { signal });

// Dailies, leaderboards, profiles

/** The dailies of a date; without a date, of today. @type {(date: string, signal: AbortSignal) => Promise<DailyList>} */
export const dailies = (date, signal) => call("GET", date ? path("dailies", date) : "dailies", { signal });

/** Where the commitments to the dailies to come are for programs. */
export const COMMITMENTS = "/api/v1/dailies/commitments";

/** @type {(signal: AbortSignal) => Promise<Commitments>} */
export const commitments = (signal) => request("GET", "dailies/commitments", { signal });

/** A room to play a daily in. @type {(date: string, variant: string, practice: boolean) => Promise<RoomCreated>} */
export const playDaily = (date, variant, practice) =>
  call("POST", path("dailies", date, variant, "games"), { body: { practice } });

/** A part of a leaderboard. @type {(kind: string, period: string, variant: string, page: PageQuery, signal: AbortSignal) => Promise<LeaderboardPage>} */
export const leaderboard = (kind, period, variant, page, signal) =>
  call("GET", paged(path("leaderboards", kind, period, variant), page), { signal });

/** The address of a page of a list. @type {(path: string, page: PageQuery) => string} */
export function paged(path, page) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(page)) if (value) query.set(name, String(value));
  return query.size ? `${path}?${query}` : path;
}

/** @type {(id: string, signal: AbortSignal) => Promise<PlayerPage>} */
export const player = (id, signal) => call("GET", path("players", id), { signal });
