import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { loadStyles } from "../ui/load.js";
import { isStill, vibrate } from "../ui/motion.js";
import { preferences, read, setPreference, write } from "../ui/preferences.js";
import { sound } from "../ui/sound.js";
import { later, onAbort } from "../ui/timers.js";

/** @import { ServerClock } from "../net/clock.js" */

const SOUND_ASKED = "gaprace.sound-asked";
/** How the phone of someone who looks elsewhere vibrates (ms). */
const START_VIBRATION = [90, 60, 90, 60, 250];

/**
 * Let the start of a race reach its player, wherever that one looks: by the title, a vibration and a notification; and let
 * the screen stay on until the race is over.
 * @param {wire.RaceView} race @param {ServerClock} clock @param {AbortSignal} signal of the screen of the race
 */
export function signalStart(race, clock, signal) {
  stayAwake(signal);
  const untilStart = race.starts_at - clock.now();
  if (untilStart <= 0) return;
  if (document.hidden) notify(t("raceStarts"), { tag: "start" });
  if (preferences.sound !== "on" && !isStill() && !read(SOUND_ASKED))
    askForSound(untilStart, signal).catch(() => {}); // without its styles there is no question
  const { title } = document;
  const mark = (/** @type {string} */ text) => {
    document.title = text ? `${text} ${title}` : title;
  };
  onAbort(signal, () => mark(""));
  countDown(race, clock, mark, signal);
}

/** Show a notification of this page, where that was allowed. @type {(title: string, options: NotificationOptions) => void} */
function notify(title, options) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(title, { icon: "/client/icon-192.png", ...options });
    notification.onclick = () => window.focus();
  } catch {
    // Some phones allow notifications to service workers only.
  }
}

/** Show the seconds to the start before the title, then that it has come. @type {(race: wire.RaceView, clock: ServerClock, mark: (text: string) => void, signal: AbortSignal) => void} */
function countDown(race, clock, mark, signal) {
  const left = race.starts_at - clock.now();
  const seconds = Math.ceil(left / 1000);
  if (seconds <= 0) {
    const show = () => mark(document.hidden ? "▶" : "");
    document.addEventListener("visibilitychange", show, { signal });
    if (document.hidden) vibrate(START_VIBRATION);
    return show();
  }
  mark(`(${seconds})`);
  later(left - (seconds - 1) * 1000, () => countDown(race, clock, mark, signal), signal);
}

/** A screen that was hidden has to be asked again. @param {AbortSignal} signal */
function stayAwake(signal) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const ask = async () => {
    if (document.visibilityState !== "visible" || signal.aborted) return;
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    if (signal.aborted) void lock?.release();
  };
  document.addEventListener("visibilitychange", ask, { signal });
  onAbort(signal, () => void lock?.release());
  void ask();
}

/** Ask once, while there is nothing else to do: until the cards are dealt. @param {number} ms @param {AbortSignal} signal */
async function askForSound(ms, signal) {
  const until = performance.now() + ms;
  await loadStyles("room/sound-question.css");
  if (signal.aborted || performance.now() > until) return;
  write(SOUND_ASKED, true);
  if (!read(SOUND_ASKED)) return; // where nothing can be stored, it would be asked each time
  const answer = (/** @type {"on" | "off"} */ value) => {
    setPreference("sound", value);
    if (value === "on") void sound("tick");
    question.remove();
  };
  const question = h(
    "div.sound-question",
    { role: "group", "aria-label": t("withSound") },
    h("span", t("withSound")),
    button(t("yes"), () => answer("on"), "btn main"),
    button(t("no"), () => answer("off")),
  );
  document.body.append(question);
  later(until - performance.now(), () => question.remove(), signal);
  onAbort(signal, () => question.remove());
}
