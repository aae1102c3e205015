import { ApiError } from "./api.js";

/** A picture of the server. @param {string} path @param {AbortSignal} [signal] */
export async function file(path, signal) {
  const answer = await fetch(path, { signal }).catch(() => null);
  signal?.throwIfAborted();
  if (!answer) throw new ApiError("unreachable", "Can't reach the server.");
  if (answer.ok) return answer.blob();
  const { code = "", message = "" } = await answer.json().catch(() => ({}));
  throw new ApiError(code, message);
}
