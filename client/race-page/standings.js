import { signed, t, timeText } from "../i18n/index.js";
import { hueOf, playerLink, playerName, playerTag } from "../people/names.js";
import { h, icon, link } from "../ui/dom.js";
import { impsText } from "../ui/format.js";
import { table } from "../ui/table.js";

/** @import { RacedGame, Seat } from "../net/messages.js" */

/** The standings of a race, each with its player's page and its replay. @type {(games: RacedGame[], seats: Seat[], me: string) => HTMLElement} */
export const standingsTable = (games, seats, me) =>
  table(
    [
      { head: "#", cell: ({ rank }) => rank },
      { head: t("player"), class: "text", cell: (game) => who(game, seats) },
      games.some(({ imps }) => imps != null) && {
        head: "+/−",
        cell: ({ imps }) => (imps == null ? "–" : impsText(imps)),
      },
      { head: t("lockedShort"), cell: ({ locked }) => locked },
      { head: t("score"), class: "hide-tiny", cell: ({ score }) => signed(score) },
      { head: t("movesShort"), class: "hide-narrow", cell: ({ moves }) => moves },
      { head: t("shufflesShort"), class: "hide-narrow", cell: ({ shuffles }) => shuffles },
      { head: t("time"), cell: ({ time_ms }) => timeText(time_ms) },
      {
        head: t("replay"),
        cell: ({ game, name, transcript }) =>
          transcript != null &&
          link(`/g/${game}`, icon("start"), {
            "aria-label": t("replayOf", { name: playerName(name) }),
            class: "btn quiet icon",
          }),
      },
    ],
    games,
    { class: "standings", rowClass: ({ player }) => (player === me ? "me" : "") },
  );

/** @type {(game: RacedGame, seats: Seat[]) => HTMLElement} */
const who = ({ bot, game, name, player, void: isVoid, won }, seats) =>
  h(
    "span",
    { class: "who", "--hue": hueOf(seats.findIndex((seat) => seat.game === game)) },
    h("span", { class: "swatch", "aria-hidden": "true" }),
    bot ? h("span", {}, name) : playerLink(player, name),
    playerTag(player),
    won && h("span", { class: "won" }, "★", h("span", { class: "visually-hidden" }, ` ${t("hasWon")}`)),
    isVoid && h("span", { class: "tag bad" }, t("isVoid")),
  );
