import { t } from "../i18n/index.js";
import { preferences, setPreference } from "../preferences/preferences.js";
import { button, h } from "../ui/dom.js";
import { sound } from "../ui/lazy.js";
import { isStill, vibrate } from "../ui/motion.js";
import { every, later, onAbort } from "../ui/timers.js";

/** @import { RaceView } from "../net/messages.js" */
/** @import { RoomSession } from "./session.js" */

const TICK_MS = 250;
const SOUND_ASKED = "gaprace.sound-asked";
/** How the phone of someone who looks elsewhere vibrates (ms). */
const START_VIBRATION = [90, 60, 90, 60, 250];
/** What stands before the title: seconds to the start, or that it has come. */
const PREFIX = /^(\(\d+\)|▶) /;

/**
 * Let the start of a race reach its player, wherever that one looks: by the title, a vibration and a notification; and let
 * the screen stay on until the race is over.
 * @param {RoomSession} session @param {RaceView} race
 */
export function signalStart(session, race) {
  const over = new AbortController();
  const { signal } = over;
  onAbort(session.options.signal, () => over.abort());
  onAbort(signal, () => setPrefix(""));
  stayAwake(signal);
  if (document.hidden) notify();
  const untilStart = race.starts_at - session.clock.now();
  if (preferences.sound !== "on" && !isStill() && isFirstTime()) askForSound(untilStart, signal);
  later(untilStart, () => document.hidden && vibrate(START_VIBRATION), signal);
  every(
    TICK_MS,
    () => {
      const { isRacing, race: current } = session.replica;
      if (!isRacing || current?.id !== race.id) return over.abort();
      const seconds = Math.ceil((race.starts_at - session.clock.now()) / 1000);
      setPrefix(seconds > 0 ? `(${seconds}) ` : document.hidden ? "▶ " : "");
    },
    signal,
  );
}

/** Whether the player was not asked about sound before. Where nothing can be stored, one is not asked at all. */
function isFirstTime() {
  try {
    const wasAsked = localStorage.getItem(SOUND_ASKED);
    localStorage.setItem(SOUND_ASKED, "1");
    return !wasAsked;
  } catch {
    return false;
  }
}

/** @param {string} prefix */
function setPrefix(prefix) {
  const title = prefix + document.title.replace(PREFIX, "");
  if (document.title !== title) document.title = title;
}

/** Say it above other windows, if that was allowed. */
function notify() {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(t("raceStarts"), { tag: "start", icon: "/client/icon-192.png" });
    notification.onclick = () => window.focus();
  } catch {
    // Some phones allow notifications to service workers only.
  }
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
function askForSound(ms, signal) {
  const answer = (/** @type {"on" | "off"} */ value) => {
    setPreference("sound", value);
    if (value === "on") void sound("tick");
    question.remove();
  };
  const question = h(
    "div",
    { class: "sound-question", role: "group", "aria-label": t("withSound") },
    h("span", {}, t("withSound")),
    button(t("yes"), () => answer("on"), { class: "btn main" }),
    button(t("no"), () => answer("off")),
  );
  document.body.append(question);
  later(ms, () => question.remove(), signal);
  onAbort(signal, () => question.remove());
}
