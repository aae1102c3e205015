import { t } from "../i18n/index.js";
import { call, self } from "../net/api.js";
import { ownTimeZone } from "../ui/browser.js";
import { read, write } from "../ui/preferences.js";
import { toast } from "../ui/say.js";

/** @typedef {wire.PushDevice["kinds"][number]} PushKind a subject of notifications */
/** @typedef {{ player: string, kinds: PushKind[], at: number }} Mark the kinds that this browser shows for a player, and when that was last made sure of */

/** Also read by itself where every byte counts: it says whether there is anything to make sure of. */
const MARK = "gaprace.push";

/** @type {() => Mark | null} */
const pushMark = () => read(MARK);

/** @param {Mark | null} mark */
const keepMark = (mark) => write(MARK, mark);

/** How often a browser makes sure that the server knows it as it is now: endpoints, keys, players and zones change. */
const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Whether this browser takes pushes at all. */
export const canPush = () =>
  "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;

/**
 * Let this browser show some kinds of notifications and no others. Its person is asked once, so this may only follow a tap.
 * Returns nothing where that was refused, or where the server sends none.
 * @param {PushKind[]} kinds @returns {Promise<wire.PushSettings | null>}
 */
export async function showKinds(kinds) {
  if (kinds.length && (await Notification.requestPermission()) !== "granted") return null;
  return canPush() ? subscribe(kinds) : null;
}

/** Make sure that the server knows this browser. @param {string} player */
export async function keepUp(player) {
  const mark = pushMark();
  if (!mark || (mark.player === player && Date.now() - mark.at < CHECK_INTERVAL_MS)) return;
  if (canPush() && Notification.permission === "granted") await subscribe();
  else keepMark(null);
}

/** @param {PushKind[]} [kinds] to show; without them, those shown before @returns {Promise<wire.PushSettings | null>} */
async function subscribe(kinds) {
  const { key } = await call("GET me/push");
  if (!key) return null;
  const subscription = await subscribed(key);
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const settings = await call("PUT me/push", {
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
    kinds,
    language: /** @type {"en"} */ (document.documentElement.lang),
    zone: ownTimeZone(),
  });
  const mine = settings.devices.find(({ current }) => current);
  if (mine) keepMark({ player: (await self())?.id ?? "", kinds: mine.kinds, at: Date.now() });
  else await forget(subscription);
  return settings;
}

/** This browser's subscription with the server's key, which may have changed. @param {string} key @returns {Promise<PushSubscription>} */
async function subscribed(key) {
  await navigator.serviceWorker.register(`/service-worker.js?language=${document.documentElement.lang}`);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && textOf(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** A key as the server writes it: base64url. @param {ArrayBuffer | null} key */
const textOf = (key) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {PushSubscription} subscription */
async function forget(subscription) {
  keepMark(null);
  await subscription.unsubscribe();
}

/** Let this browser show one more kind of notifications, by a button that is of no use then. @param {PushKind} kind @param {HTMLElement} button */
export async function offer(kind, button) {
  const settings = await showKinds([...(pushMark()?.kinds ?? []), kind]);
  toast(t(settings ? "pushOn" : "pushDenied"));
  button.remove();
}
