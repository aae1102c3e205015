/** A refusal of the server: a stable code, and a sentence in English. */
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

/** A path with its values, and the values that are not in it. @type {(template: string, values: { [name: string]: any }) => [path: string, others: [name: string, value: any][]]} */
const filled = (template, values) => [
  template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(values[name])),
  Object.entries(values).filter(([name]) => !template.includes(`{${name}}`)),
];

/**
 * Send a request to the server, by its route: `request("GET rooms/{code}", { code })`. The values that are not in its path are its body or, if
 * it only reads, its query, in which what is empty is left out.
 * @template {wire.Route} R @param {R} route @param {wire.Values<R>} [values]
 * @param {{ headers?: { [name: string]: string }, signal?: AbortSignal }} [options] @returns {Promise<wire.AnswerOf<R>>}
 */
export async function request(route, values, { headers, signal } = {}) {
  const [method, template] = route.split(" ");
  const [path, others] = filled(template, values ?? {});
  const isRead = method === "GET";
  const body = isRead || !others.length ? undefined : JSON.stringify(Object.fromEntries(others));
  const query = String(new URLSearchParams(isRead ? others.filter(([, value]) => value) : []));
  const answer = await fetch(`/api/v1/${path}${query && `?${query}`}`, {
    method,
    signal,
    body,
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

/** A request of a known player; a visitor becomes a guest first. @type {typeof request} */
export async function call(route, values, options) {
  const wasGuest = hasMadeGuest; // another request may make one meanwhile
  try {
    const found = await request(route, values, options);
    hasMadeGuest = false;
    return found;
  } catch (/** @type {any} */ error) {
    if (error.code !== "no_identity") throw error;
    if (wasGuest) throw cookiesBlocked();
  }
  await becomeKnown();
  return call(route, values, options);
}

/** The player's stored data, or `nothing` for a visitor. Looking at something makes no player. @template {wire.Route} R @template {wire.AnswerOf<R> | null} T @param {R} route @param {T} nothing @param {AbortSignal} [signal] @returns {Promise<wire.AnswerOf<R> | T>} */
export const ofPlayer = (route, nothing, signal) =>
  request(route, undefined, { signal }).catch((error) => {
    if (error.code === "no_identity") return nothing;
    throw error;
  });

// The player of this browser

/** The player of this browser; null for a visitor. @type {(signal?: AbortSignal) => Promise<wire.Me | null>} */
export const self = (signal) => ofPlayer("GET me", null, signal);

/** Whether this page has made a guest who is not known yet: if that stays so, the browser keeps no cookie. */
let hasMadeGuest = false;

/** Make a visitor a guest, with a token; a known player is left as such. */
async function known() {
  if (navigator.cookieEnabled === false) throw cookiesBlocked();
  const { token } = await request("POST players", { recovery: false });
  if (token && hasMadeGuest) throw cookiesBlocked();
  hasMadeGuest = !!token;
}

const cookiesBlocked = () => new ApiError("cookies_blocked", "Allow cookies for this site.");

/** The way to wait where the server is too busy to take somebody in. @type {(enter: () => Promise<unknown>, refusal: ApiError) => Promise<void>} */
let whenBusy = async (_, refusal) => {
  throw refusal;
};

/** Set another way to wait. @param {typeof whenBusy} wait */
export function onBusy(wait) {
  whenBusy = wait;
}

/** Make a guest of a visitor; where the server takes in nobody for now, after a wait. */
export const becomeKnown = () =>
  changePlayer(() =>
    known().catch(async (refusal) => {
      if (!refusal.answer) throw refusal;
      await whenBusy(known, refusal);
    }),
  );

/** A picture of the server. @param {string} path */
export async function file(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer) throw new ApiError("unreachable", "Can't reach the server.");
  if (answer.ok) return answer.blob();
  const { code = "", message = "" } = await answer.json().catch(() => ({}));
  throw new ApiError(code, message);
}
