import { t, timeText, variantName } from "../../i18n/index.js";
import { call, file } from "../../net/api.js";
import { race } from "../../net/play.js";
import { hueOf, playerColours, playerLink, playerName, playerTag } from "../../people/names.js";
import { recordedText } from "../../people/recorded.js";
import { enterRoom } from "../../room/enter.js";
import { teamTable } from "../../room/teams.js";
import { impsColumn, rankColumn, replayColumn, resultColumns } from "../../scores/columns.js";
import { photoFinishes } from "../../scores/photo-finish.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { momentText, shortDayText } from "../../ui/format.js";
import { loadStyles } from "../../ui/load.js";
import { note, panel, tag } from "../../ui/parts.js";
import { knownPlayer } from "../../ui/preferences.js";
import { shareLink, sharePicture } from "../../ui/share.js";
import { table } from "../../ui/table.js";
import seriesScreen from "./series.js";

/** The query of the address of a race that one looks at and gives up racing. */
const LOOK = "?look=1";

/** The standings of a race, each with its player's page and its replay. @type {(games: wire.RacedGame[], seats: wire.Seat[], me: string) => HTMLElement} */
export function standingsTable(games, seats, me) {
  const colours = playerColours(seats.map(({ player }) => player));
  return table(
    [
      rankColumn(),
      { head: t("player"), class: "text", cell: (game) => who(game, colours.get(game.player) ?? 0, seats) },
      games.some(({ imps }) => imps != null) && impsColumn(({ imps }) => imps),
      ...resultColumns(),
      games.some(({ transcript }) => transcript != null) &&
        replayColumn((/** @type {wire.RacedGame} */ { transcript }) => transcript != null),
    ],
    games,
    { class: "standings", me },
  );
}

/** @type {(game: wire.RacedGame, colour: number, seats: wire.Seat[]) => HTMLElement} */
const who = ({ bot, game, name, player, void: isVoid, won }, colour, seats) => {
  const { recorded } = seats.find((seat) => seat.game === game) ?? {};
  return h(
    "span.who",
    { "--hue": hueOf(colour) },
    h("span.swatch", { "aria-hidden": "true" }),
    bot ? h("span", playerName(name)) : playerLink(player, name),
    playerTag(player),
    recorded && h("span.tag", recordedText(recorded)),
    won && h("span.won", "★", h("span.visually-hidden", ` ${t("hasWon")}`)),
    isVoid && h("span.tag.bad", t("isVoid")),
  );
};

/** @param {HTMLElement} place @param {wire.RacePage} found */
async function appendTeams(place, { seats, teams = [] }) {
  if (!teams.length) return;
  await loadStyles("room/teams.css");
  const count = Math.max(...teams.map(({ players }) => players.length));
  const nameOf = (/** @type {string} */ id) =>
    playerName(seats.find(({ player }) => player === id)?.name ?? "");
  place.append(teamTable(teams, count, nameOf));
}

/** The page of a race: its standings, all boards on one clock, and where it was won; or of a `series`. @param {Page} page @param {string} id @param {string} [series] */
export default async function raceScreen({ shell, signal }, id, series) {
  if (series) return seriesScreen({ shell, signal }, series);
  const found = await race(id, signal, location.search === LOOK);
  const me = knownPlayer()?.id ?? "";
  const place = h("div.page.race-page");
  const title = titleOf(found);
  shell.title(title);
  byId("main").append(place);
  place.append(header(found, title), ...results(found, me));
  await appendTeams(place, found);
  const { opening } = found;
  if (!opening) return;
  // The boards of those games whose play may be seen.
  const { replay } = await import("../../replay/race-replay.js");
  const sections = await replay({ ...found, opening }, signal);
  if (!signal.aborted) place.append(...sections);
}

/** @type {(found: wire.RacePage) => string} */
function titleOf({ ended_at, games = [], missed, seats }) {
  const [first, second] = games;
  if (missed) return t("missedRace");
  if (!ended_at) return t("raceStillRuns");
  if (!first?.moves) return t("raceOfNobody");
  if (second?.rank === 1) return t("raceDrawn");
  const name = playerName(first.name);
  if (seats.length < 2) return t("replayOf", { name });
  return first.won
    ? t("raceWonBy", { name, time: timeText(first.time_ms) })
    : t("raceLedBy", { name, n: first.locked });
}

/** @type {(found: wire.RacePage, title: string) => HTMLElement} */
const header = (
  { id, variant, ended_at, starts_at, challenge, daily, missed, ranked, seats, series },
  title,
) =>
  h(
    "header.stack",
    h("h1", title),
    h(
      "p.row.soft",
      h("span", variantName(variant.name)),
      h("span", momentText(ended_at ?? starts_at)),
      daily && link(`/daily/${daily.date}`, `${t("daily")}, ${shortDayText(daily.date)}`, "tag"),
      challenge && link(`/challenge/${challenge}`, t("challengeTag"), "tag"),
      series && link(`/race/series/${series}`, t("seriesTag"), "tag"),
      ended_at && !ranked && tag(t("practice")),
    ),
    ended_at && !missed && seats.length > 1 && h("p.row", ...shareButtons(`${title}. ${t("shareRace")}`, id)),
  );

/** @type {(text: string, id: string) => HTMLElement[]} */
const shareButtons = (text, id) => [
  shareLink(t("share"), () => text, `/race/${id}`),
  button(t("asPicture"), () =>
    sharePicture(file(`/og/race/${id}.png`), `${text} ${location.origin}/race/${id}`),
  ),
];

/** @type {(found: wire.RacePage, me: string) => (HTMLElement | string)[]} */
function results({ id, ended_at, games = [], later = [], missed, order = "race", revealed_at, seats }, me) {
  const players = h("ul.row", ...seats.map(({ name }) => h("li.tag", playerName(name ?? ""))));
  if (missed)
    return [
      h(
        "section.panel",
        players,
        h("p", t("missedHelp")),
        h(
          "div.actions",
          button(t("raceToo"), () => enterRoom(call("POST rooms", { missed: id })), "btn main big"),
          link(`/race/${id}${LOOK}`, t("justLook"), "btn quiet"),
        ),
      ),
    ];
  if (!ended_at) return [h("section.panel", h("p", t("raceRunsHelp")), players)];
  return [
    panel(
      t("standings"),
      standingsTable(games, seats, me),
      ...photoFinishes(games).map((each) => h("p", each)),
      games.length > 1 && note(t(`order_${order}`)),
      revealed_at &&
        games.some(({ transcript }) => !transcript) &&
        note(t("boardsLater", { time: momentText(revealed_at) })),
    ),
    later.length ? panel(t("racedLater"), standingsTable(later, [], me)) : "",
  ];
}
