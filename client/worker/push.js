/**
 * The part of the service worker for web push: it shows what comes, opens the page that it is about, and lets the server
 * know when the browser has a new address. The server puts it behind `worker/service-worker.js`.
 */

/** @typedef {{ title: string, body: string, url: string, tag: string, language: string, at?: number }} Pushed as `notices/push_news.py` has it */
/** @typedef {{ url: string, focus: () => Promise<unknown>, navigate: (url: string) => Promise<unknown> }} Tab */

const PUSH_API = "/api/v1/me/push";
const DAY_MS = 86_400_000;
/** Pages where somebody may be playing: nothing else opens there. */
const PLAYING = /^\/(r|w|practice|puzzles|overlay|embed|tv)\b/;

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(showPushed(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) =>
  event.waitUntil(renew(event.newSubscription)),
);

/** @param {Pushed} pushed */
async function showPushed({ title, body, url, tag, language, at }) {
  const filled = (/** @type {string} */ text) => text.replace("{time}", at ? instantText(at, language) : "");
  await worker.registration.showNotification(filled(title), {
    body: filled(body),
    tag,
    lang: language,
    dir: "auto",
    icon: "/client/icon-192.png",
    data: { url },
  });
}

/** A time of day, with the day if that is not near. @type {(at: number, language: string) => string} */
function instantText(at, language) {
  const isNear = at - Date.now() < DAY_MS / 2;
  const day = isNear ? {} : /** @type {const} */ ({ weekday: "long" });
  return new Intl.DateTimeFormat(language, { ...day, hour: "numeric", minute: "2-digit" }).format(at);
}

/** Go to the tab that shows a page or, if there is none, to one where nobody plays. @param {string} path */
async function openPage(path) {
  const { href } = new URL(path, location.origin);
  /** @type {Tab[]} */
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => url.split(/[?#]/)[0] === href);
  if (there) {
    await there.focus();
    return;
  }
  const free = tabs.find(({ url }) => !PLAYING.test(new URL(url).pathname));
  try {
    await free?.focus();
    if (await free?.navigate(href)) return;
  } catch {
    // A tab of another version of this worker.
  }
  await worker.clients.openWindow(href);
}

/** Subscribe anew, and let the server know, which keeps the kinds that this browser shows. @param {PushSubscription | null} [renewed] */
async function renew(renewed) {
  const { pushManager } = worker.registration;
  const { key } = await (await fetch(PUSH_API)).json();
  const subscription =
    renewed ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch(PUSH_API, { method: "PUT", headers: { "Content-Type": "application/json" }, body });
}
