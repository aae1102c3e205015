import { t } from "../i18n/index.js";
import { challenges } from "../net/events.js";
import { showsPush } from "../push/subscription.js";
import { spanText } from "../ui/format.js";
import { read, write } from "../ui/preferences.js";
import { go } from "../ui/router.js";
import { awaitsMe, keepChallenges, titleOf } from "./mine.js";

/** @import { Challenge } from "../net/messages.js" */

/** When a challenge that waits for the player is brought to mind (ms before its end). */
const REMIND_MS = 3 * 60 * 60 * 1000;
/** The codes of challenges of which the player was reminded, in this browser. */
const REMINDED = "gaprace.reminded";
const MAX_REMEMBERED = 50;

/** Show how many challenges wait for the player, and remind of those that end soon, where that was allowed. @param {string} me */
export async function remind(me) {
  const { challenges: list } = await challenges();
  const waiting = list.filter(awaitsMe);
  keepChallenges(list.length > 0);
  showCount(waiting.length);
  for (const each of waiting) await remindOf(each, me);
}

/** At the navigation's way to races. @param {number} n */
function showCount(n) {
  const { dataset, style } = document.documentElement;
  style.setProperty("--waiting", `"${n}"`);
  if (n) dataset.waiting = String(n);
  else delete dataset.waiting;
}

/** @param {Challenge} challenge @param {string} me */
async function remindOf(challenge, me) {
  const { code, ends_at } = challenge;
  const left = ends_at - Date.now();
  const reminded = (read(REMINDED) ?? "").split(" ");
  if (left > REMIND_MS || left < 0 || reminded.includes(code)) return;
  if (!("Notification" in window) || Notification.permission !== "granted" || showsPush("challenges")) return;
  write(REMINDED, [...reminded, code].slice(-MAX_REMEMBERED).join(" "));
  const title = titleOf(challenge, me);
  const body = t("challengeLeft", { time: spanText(left) });
  try {
    const notification = new Notification(title, { body, tag: code, icon: "/client/icon-192.png" });
    notification.onclick = () => {
      window.focus();
      void go(`/challenge/${code}`);
    };
  } catch {
    // Some phones allow notifications to service workers only.
  }
}
