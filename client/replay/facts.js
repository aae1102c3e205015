import { dealPath } from "../deal/link.js";
import { t, timeText } from "../i18n/index.js";
import { now } from "../net/api.js";
import { personLink, personText } from "../profile/link.js";
import { ghostButton } from "../race/ghost-button.js";
import { variantName } from "../room/settings.js";
import { button, h, link } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { shareLater } from "../ui/lazy.js";

/** @import { FinishedGame } from "../net/messages.js" */

/** What a finished game was, and what can be done with it. @type {(found: FinishedGame) => HTMLElement[]} */
export function facts(found) {
  const { id, name, player, code, daily, record, revealed_at, ranked, replay } = found;
  return [
    h("h2", {}, personLink(player, name)),
    h(
      "p",
      { class: "row small" },
      h("span", {}, variantName(replay.variant.name ?? "addiction")),
      daily && link(`/daily/${daily.date}`, `${t("daily")} ${daily.date}`, { class: "tag" }),
      !ranked && h("span", { class: "tag" }, t("practice")),
    ),
    h("p", { class: "small" }, outcomeText(found)),
    h("p", { class: "small soft" }, momentText(found.ended_at)),
    ghostButton(t("raceGhost"), id, { class: "btn main" }),
    code ? link(dealPath(code, replay.variant), t("sameDeal"), { class: "btn" }) : h("p", { hidden: true }),
    button(t("share"), () =>
      shareLater(t("shareReplay", { name: personText(name) }), `${location.origin}/g/${id}`),
    ),
    ...(record
      ? [
          link(`/verify?game=${id}`, t("proveIt"), { class: "btn" }),
          button(t("download"), () => download(`gaprace-${id}.json`, JSON.stringify(record, null, 1))),
        ]
      : [h("p", { class: "small soft" }, t("provedLater", { time: momentText(revealed_at ?? now()) }))]),
  ];
}

/** @type {(found: FinishedGame) => string} */
const outcomeText = ({ won, locked, score, moves, shuffles, time_ms }) =>
  t(won ? "outcomeWon" : "outcome", { locked, score, moves, shuffles, time: timeText(time_ms) });

/** Gives a text as a file. @type {(name: string, text: string) => void} */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
