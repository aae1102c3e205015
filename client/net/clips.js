import { ApiError } from "./api.js";

/** @typedef {{ games: string[], from: number, to: number, length: number, format: string }} ClipChoice `from`, `to`: ms since the start of the games; `length`: seconds */

/** Where a clip is. @type {(choice: ClipChoice) => string} */
export const clipPath = ({ games, from, to, length, format }) =>
  `/api/clips/${format}?${new URLSearchParams({
    games: games.join(","),
    from: `${from}`,
    to: `${to}`,
    length: `${length}`,
  })}`;

/** The file of a clip, which may have to be made first. @param {string} path @param {AbortSignal} signal */
export async function clipFile(path, signal) {
  const answer = await fetch(path, { signal }).catch(() => null);
  signal.throwIfAborted();
  if (!answer) throw new ApiError("unreachable", "The server cannot be reached.");
  if (answer.ok) return answer.blob();
  const { code = "", message = "" } = await answer.json().catch(() => ({}));
  throw new ApiError(code, message);
}
