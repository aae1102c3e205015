import { t, variantName } from "../../i18n/index.js";
import { self } from "../../net/api.js";
import { challenges } from "../../net/events.js";
import { playerName } from "../../people/names.js";
import { notify } from "../../push/notification.js";
import { showsPush } from "../../push/subscription.js";
import { DEFAULT_VARIANT } from "../../rules/variants.js";
import { h, link } from "../../ui/dom.js";
import { momentText, spanText } from "../../ui/format.js";
import { loadStyles } from "../../ui/load.js";
import { about, tag } from "../../ui/parts.js";
import { read, setMark, write } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { showArenas } from "./arenas.js";

/** @import { Challenge } from "../../net/messages.js" */

/** Whether it waits for the player's game. @param {Challenge} challenge */
export const awaitsMe = ({ ended_at, group, mine }) => !ended_at && mine !== "done" && !!(mine || group);

/** What it is called: by its challenger, or by its group. @param {Challenge} challenge @param {string} me */
export const titleOf = ({ name, player, group_name }, me) =>
  group_name
    ? t("challengeIn", { group: group_name })
    : player === me
      ? t("challengeOwn")
      : t("challengeBy", { name: playerName(name) });

/** Challenges as a list of links; those that wait for the player come first. @param {Challenge[]} list @param {string} me */
export const challengeList = (list, me) =>
  h(
    "ul.list",
    ...list
      .toSorted((one, other) => Number(awaitsMe(other)) - Number(awaitsMe(one)))
      .map((each) => item(each, me)),
  );

/** Show the own challenges on another page, or nothing without any; with `isWay`, also the way to make one, and arenas. @param {HTMLElement} element @param {AbortSignal} signal @param {boolean} [isWay] */
export async function showMyChallenges(element, signal, isWay = false) {
  if (isWay) void showArenas(element, signal);
  try {
    const [{ challenges: list }, player] = await Promise.all([
      challenges(signal),
      self(signal),
      loadStyles("ui/community.css"),
    ]);
    if (signal.aborted) return;
    setMark("challenges", list.length > 0);
    element.hidden = !list.length && !isWay;
    element.replaceChildren(
      h("h2", t("challenges")),
      list.length ? challengeList(list, player?.id ?? "") : h("p.soft", t("challengesHelp")),
      ...(isWay ? [link("/challenge/new", t("newChallenge"), { class: "btn" })] : []),
    );
  } catch {
    // The page is of use without.
  }
}

/** @param {Challenge} challenge @param {string} me */
function item(challenge, me) {
  const { code, variant, ends_at, ended_at, players } = challenge;
  const facts = [
    variantName(variant.name ?? DEFAULT_VARIANT),
    t("challengePlayed", { n: players.filter(({ state }) => state === "done").length }),
    ended_at ? t("challengeEnded") : t("challengeUntil", { time: momentText(ends_at) }),
  ];
  return h(
    "li",
    { "data-key": code },
    about(link(`/challenge/${code}`, h("b", titleOf(challenge, me))), facts.join(" · ")),
    awaitsMe(challenge) && tag(t("yourTurn")),
  );
}

/** When a challenge that waits for the player is brought to mind (ms before its end). */
const REMIND_MS = 3 * 60 * 60 * 1000;
/** The codes of challenges of which the player was reminded, in this browser. */
const REMINDED = "gaprace.reminded";
const MAX_REMEMBERED = 50;

/** Show how many challenges wait for the player, and remind of those that end soon, where that was allowed. @param {string} me */
export async function remind(me) {
  const { challenges: list } = await challenges();
  const waiting = list.filter(awaitsMe);
  setMark("challenges", list.length > 0);
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
  const isAllowed = "Notification" in window && Notification.permission === "granted";
  if (!isAllowed || showsPush("challenges")) return;
  write(REMINDED, [...reminded, code].slice(-MAX_REMEMBERED).join(" "));
  const body = t("challengeLeft", { time: spanText(left) });
  notify(titleOf(challenge, me), { body, tag: code }, () => void go(`/challenge/${code}`));
}
