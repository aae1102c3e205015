/** @import { FinishedGame, Identity, Me, RecoveryCode, RoomCreated, RoomList, RoomView, Settings } from "./messages.js" */

/** What the server refused, by a stable code. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** How far the server's clock is ahead of the one here (ms), by the answer that came last. */
let ahead = 0;

/** The server's time to a second or so: milliseconds since 1970. A clock here may be wrong by hours. */
export const now = () => Date.now() + ahead;

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function once(method, path, body) {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(`/api/${path}`, { method, ...sent }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  if (!answer || !data) throw new ApiError("unreachable", "The server cannot be reached.");
  ahead = Date.parse(answer.headers.get("date") ?? "") - Date.now() || 0;
  if (!answer.ok) throw new ApiError(data.code, data.message);
  return data;
}

/** Whoever is not known here becomes a guest first. @type {typeof once} */
export async function call(method, path, body) {
  try {
    return await once(method, path, body);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "no_identity") throw error;
    await newPlayer();
    return once(method, path, body);
  }
}

/** @type {() => Promise<Identity>} */
export const newPlayer = () => once("POST", "players", {});

/** @type {() => Promise<Me>} */
export const me = () => call("GET", "me");

/** @type {(name: string) => Promise<Me>} */
export const rename = (name) => call("PATCH", "me", { name });

/** @type {() => Promise<RecoveryCode>} */
export const recoveryCode = () => call("POST", "me/recovery");

/** @type {(code: string) => Promise<Identity>} */
export const recover = (code) => once("POST", "recover", { recovery_code: code });

/** @type {(settings: Settings) => Promise<RoomCreated>} */
export const createRoom = (settings) => call("POST", "rooms", settings);

/** @type {() => Promise<RoomList>} */
export const rooms = () => once("GET", "rooms");

/** @type {(code: string) => Promise<RoomView>} */
export const room = (code) => once("GET", `rooms/${encodeURIComponent(code)}`);

/** @type {(id: string) => Promise<FinishedGame>} */
export const game = (id) => once("GET", `games/${encodeURIComponent(id)}`);
