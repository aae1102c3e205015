import { dotted, t, variantName } from "../../i18n/index.js";
import { ofPlayer, self } from "../../net/api.js";
import { playerName } from "../../people/names.js";
import { h, link } from "../../ui/dom.js";
import { momentText } from "../../ui/format.js";
import { loadStyles } from "../../ui/load.js";
import { item, tag } from "../../ui/parts.js";
import { setMark } from "../../ui/preferences.js";
import { showArenas } from "./arenas.js";

/** Whether it waits for the player's game. @param {wire.Challenge} challenge */
const awaitsMe = ({ ended_at, group, mine }) => !ended_at && mine !== "done" && !!(mine || group);

/** The challenge's title: by its challenger, or by its group. @param {wire.Challenge} challenge @param {string} me */
export const titleOf = ({ name, player, group_name }, me) =>
  group_name
    ? t("challengeIn", { group: group_name })
    : player === me
      ? t("challengeOwn")
      : t("challengeBy", { name: playerName(name) });

/** Challenges as a list of links; those that wait for the player come first. @param {wire.Challenge[]} list @param {string} me */
export const challengeList = (list, me) =>
  h(
    "ul.list",
    ...list
      .toSorted((one, other) => Number(awaitsMe(other)) - Number(awaitsMe(one)))
      .map((each) => challengeItem(each, me)),
  );

/** Show the own challenges on another page, or nothing without any; with `isWay`, also the way to make one, and arenas. @param {HTMLElement} element @param {AbortSignal} signal @param {boolean} [isWay] */
export async function showMyChallenges(element, signal, isWay = false) {
  if (isWay) void showArenas(element, signal);
  try {
    const [{ challenges: list }, player] = await Promise.all([
      ofPlayer("GET challenges", { challenges: [] }, signal),
      self(signal),
      loadStyles("ui/community.css"),
    ]);
    if (signal.aborted) return;
    setMark("challenges", list.length > 0);
    element.hidden = !list.length && !isWay;
    element.replaceChildren(
      h("h2", t("challenges")),
      list.length ? challengeList(list, player?.id ?? "") : h("p.soft", t("challengesHelp")),
      ...(isWay ? [link("/challenge/new", t("newChallenge"), "btn")] : []),
    );
  } catch {
    // The page is of use without.
  }
}

/** @param {wire.Challenge} challenge @param {string} me */
function challengeItem(challenge, me) {
  const { code, variant, ends_at, ended_at, players } = challenge;
  const facts = [
    variantName(variant.name),
    t("challengePlayed", { n: players.filter(({ state }) => state === "done").length }),
    ended_at ? t("challengeEnded") : t("challengeUntil", { time: momentText(ends_at) }),
  ];
  const title = link(`/challenge/${code}`, h("b", titleOf(challenge, me)));
  return item(code, title, dotted(...facts), awaitsMe(challenge) && tag(t("yourTurn")));
}

/** Show how many challenges wait for the player. */
export async function countWaiting() {
  const { challenges: list } = await ofPlayer("GET challenges", { challenges: [] });
  const n = list.filter(awaitsMe).length;
  setMark("challenges", list.length > 0);
  const { dataset, style } = document.documentElement;
  style.setProperty("--waiting", `"${n}"`);
  if (n) dataset.waiting = String(n);
  else delete dataset.waiting;
}
