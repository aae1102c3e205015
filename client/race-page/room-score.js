import { t } from "../i18n/index.js";
import { playerLink, playerTag } from "../people/names.js";
import { h, link } from "../ui/dom.js";
import { impsText } from "../ui/format.js";
import { table } from "../ui/table.js";

/** @import { RacePage, RoomRace, RoomScore } from "../net/messages.js" */

const MIN_RACES = 2;

/** The score over the races of the room, and the pages of these races; null if there is only one, or none may be named. @type {(found: RacePage, me: string) => HTMLElement | null} */
export function roomScore({ id, room_races: races = [], scores = [] }, me) {
  if (races.length < MIN_RACES) return null;
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("roomScore", { n: races.length })),
    h("div", { class: "scroll-x" }, scoresTable(scores, me)),
    h(
      "nav",
      { class: "choices", "aria-label": t("roomRaces") },
      ...races.map((each) => raceLink(each, id, scores)),
    ),
  );
}

/** @type {(scores: RoomScore[], me: string) => HTMLElement} */
const scoresTable = (scores, me) =>
  table(
    [
      {
        head: t("player"),
        class: "text",
        isRowHead: true,
        cell: ({ name, player }) => [playerLink(player, name), playerTag(player)],
      },
      { head: t("racesShort"), cell: ({ races }) => races },
      { head: t("racesWon"), cell: ({ wins }) => wins },
      { head: t("pointsShort"), cell: ({ points }) => points },
      { head: "+/−", cell: ({ duplicate }) => (duplicate == null ? "–" : impsText(duplicate)) },
    ],
    scores,
    { rowClass: ({ player }) => (player === me ? "me" : "") },
  );

/** @type {(race: RoomRace, id: string, scores: RoomScore[]) => HTMLElement} */
function raceLink({ id, number, winners }, current, scores) {
  const names = winners.map((player) => scores.find((each) => each.player === player)?.name ?? "");
  return link(`/race/${id}`, t("raceNumber", { n: number }), {
    class: "btn",
    title: names.join(", "),
    "aria-current": id === current && "page",
  });
}
