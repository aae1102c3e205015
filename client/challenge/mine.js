import { t, variantName } from "../i18n/index.js";
import { challenges } from "../net/events.js";
import { playerName } from "../people/names.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { h, link } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { read, write } from "../ui/preferences.js";

/** @import { Challenge } from "../net/messages.js" */

const HAS_CHALLENGES = "gaprace.challenges";

/** Remember whether the player of this browser has challenges: only then other pages ask for them. @param {boolean} has */
export function keepChallenges(has) {
  if (!!read(HAS_CHALLENGES) !== has) write(HAS_CHALLENGES, has || null);
}

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
    "ul",
    { class: "list" },
    ...list
      .toSorted((one, other) => Number(awaitsMe(other)) - Number(awaitsMe(one)))
      .map((each) => item(each, me)),
  );

/** Show the own challenges on another page, or nothing without any. @param {HTMLElement} element @param {string} me @param {AbortSignal} signal @param {...Node} ways on */
export async function showMine(element, me, signal, ...ways) {
  const { challenges: list } = await challenges(signal);
  if (signal.aborted) return;
  keepChallenges(list.length > 0);
  element.hidden = !list.length && !ways.length;
  element.replaceChildren(
    h("h2", {}, t("challenges")),
    list.length ? challengeList(list, me) : h("p", { class: "soft" }, t("challengesHelp")),
    ...ways,
  );
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
    h(
      "span",
      { class: "grow" },
      link(`/challenge/${code}`, h("b", {}, titleOf(challenge, me))),
      h("br"),
      h("span", { class: "small soft" }, facts.join(" · ")),
    ),
    awaitsMe(challenge) && h("span", { class: "tag" }, t("yourTurn")),
  );
}
