import { t, timeText, variantName } from "../i18n/index.js";
import { now } from "../net/api.js";
import { playerLink, playerName, playerTag } from "../people/names.js";
import { reportButton } from "../people/person.js";
import { ghostButton } from "../room/enter.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { button, h, link } from "../ui/dom.js";
import { momentText, shortDayText } from "../ui/format.js";
import { knownPlayer } from "../ui/preferences.js";
import { share } from "../ui/share.js";
import { dealPath } from "./deal-link.js";

/** @import { FinishedGame } from "../net/messages.js" */
/** @import { Child } from "../ui/dom.js" */

/** When the address of a download is given up: not before it has begun (ms). */
const REVOKE_DELAY_MS = 1000;

/** The address of a position of a game: without a number, of its beginning. @type {(id: string, at: number) => string} */
export const momentPath = (id, at) => `/g/${id}${at ? `?at=${at}` : ""}`;

/** The facts about a finished game, and what can be done with it; `shownAt`: the position that is shown. @type {(found: FinishedGame, clip: HTMLElement | false, shownAt: () => number) => Child[]} */
export function facts(found, clip, shownAt) {
  const { id, name, player, race, code, daily, record, revealed_at, ranked, replay } = found;
  return [
    h("h2", {}, playerLink(player, name), playerTag(player)),
    h(
      "p",
      { class: "row small" },
      h("span", {}, variantName(replay.variant.name ?? DEFAULT_VARIANT)),
      daily && link(`/daily/${daily.date}`, `${t("daily")}, ${shortDayText(daily.date)}`, { class: "tag" }),
      found.void && h("span", { class: "tag bad" }, t("isVoid")),
      !ranked && !found.void && h("span", { class: "tag" }, t("practice")),
    ),
    h("p", { class: "small" }, outcomeText(found)),
    ...(found.flags?.length ? [findingsLater(found)] : []),
    h("p", { class: "small soft" }, momentText(found.ended_at)),
    ghostButton(t("raceGhost"), id, { class: "btn main" }),
    h(
      "div",
      { class: "menu" },
      race && link(`/race/${race}`, t("wholeRace"), { class: "btn" }),
      code && link(dealPath(code, replay.variant), t("sameDeal"), { class: "btn" }),
      button(t("share"), () =>
        share(t("shareReplay", { name: playerName(name) }), location.origin + momentPath(id, shownAt())),
      ),
      clip,
      record && link(`/verify?game=${id}`, t("proveIt"), { class: "btn" }),
      record && button(t("download"), () => download(`gaprace-${id}.json`, JSON.stringify(record, null, 1))),
    ),
    !record && h("p", { class: "small soft" }, t("provedLater", { time: momentText(revealed_at ?? now()) })),
    player !== knownPlayer()?.id && reportButton(name, { player, game: id }),
  ];
}

/** What an examination has found, which is seldom anything. @param {FinishedGame} found */
function findingsLater(found) {
  const place = h("div", {});
  void import("../scores/evidence.js").then(({ findings }) => place.append(findings(found)));
  return place;
}

/** @type {(found: FinishedGame) => string} */
const outcomeText = ({ won, locked, score, moves, shuffles, time_ms }) =>
  [
    t(won ? "outcomeWon" : "outcome", { locked, time: timeText(time_ms) }),
    t("points", { n: score }),
    t("moveCount", { n: moves }),
    t(shuffles ? "shuffleCount" : "noShuffle", { n: shuffles }),
  ].join(" · ");

/** Download a text as a file. @type {(name: string, text: string) => void} */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
