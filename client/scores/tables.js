import { dotted, signed, t, timeText } from "../i18n/index.js";
import { avatar } from "../people/avatars.js";
import { namesakes } from "../people/look-alikes.js";
import { playerColours, playerLink, playerName, playerTag } from "../people/names.js";
import { h, link } from "../ui/dom.js";
import { impsText, numberText } from "../ui/format.js";
import { note, tag } from "../ui/parts.js";
import { sectionedTable } from "../ui/table.js";
import { replayLink } from "./deals.js";

/** @import { Column, Section } from "../ui/table.js" */

/**
 * A player on a leaderboard.
 * @typedef {{ rank?: number | null, player: string, name: string, won?: boolean, result?: { won: boolean } | null, provisional?: boolean,
 *   scouted?: boolean, game?: string | null }} Ranked
 */

/**
 * A table of ranked players: rank and player, then `columns`, then the replays, if any may be seen. `me` is the reader.
 * @template {Ranked} Row
 * @param {readonly Row[]} rows @param {string | undefined} me @param {(Column<Row> | false)[]} columns
 */
export const rankedTable = (rows, me, columns) => rankedSections([{ rows }], me, columns, false);

/** The same in sections, with the faces of the players. @template {Ranked} Row @param {Section<Row>[]} sections @param {string | undefined} me @param {(Column<Row> | false)[]} columns @param {boolean} [hasFaces] */
function rankedSections(sections, me, columns, hasFaces = true) {
  const rows = sections.flatMap((each) => each.rows);
  const colours = playerColours([...new Set(rows.map(({ player }) => player))]);
  const alike = namesakes(rows);
  return sectionedTable(
    [
      {
        head: h("span", h("span.visually-hidden", t("rank")), "#"),
        cell: ({ rank }) => rank && numberText(rank),
      },
      {
        head: t("player"),
        class: "text",
        cell: (row) =>
          hasFaces
            ? h(
                "span.who.faced",
                avatar(row.name, colours.get(row.player) ?? 0, row.player === me && "me"),
                h("span", ...who(row, me, alike, "visually-hidden")),
              )
            : h("span.who", ...who(row, me, null)),
      },
      ...columns,
      rows.some(({ game }) => game) && {
        head: h("span.visually-hidden", t("replay")),
        cell: ({ game, name }) => game && replayLink(game, playerName(name)),
      },
    ],
    sections,
    { class: "leaderboard", me },
  );
}

/** A player, with a tag unless the name is known to be nobody else's; `own`: how it is said that it is one's own. @type {(row: Ranked, me: string | undefined, alike: Set<string> | null, own?: string) => Child[]} */
const who = ({ player, name, result, won = result?.won, provisional, scouted }, me, alike, own = "soft") => [
  playerLink(player, name),
  (!alike || alike.has(player)) && playerTag(player),
  player === me && h("span", { class: own }, ` ${t("you")}`),
  won && sign("★", t("won")),
  scouted && sign("⚑", t("x_rule_scouted")),
  provisional && tag(t("provisional")),
];

/** @type {(sign: string, meaning: string) => HTMLElement} */
const sign = (sign, meaning) =>
  h("span.won", { title: meaning }, ` ${sign}`, h("span.visually-hidden", ` ${meaning}`));

/** @type {(text: string | number | null | undefined) => string} */
const orDash = (text) => (text == null ? "–" : signed(text));

/** @type {{ [kind in wire.LeaderboardPage["kind"]]: (rows: readonly wire.LeaderboardRow[]) => (Column<wire.LeaderboardRow> | false)[] }} */
const COLUMNS = {
  daily: gameColumns,
  duplicate: () => [
    { head: t("meanShort"), help: t("help_mean"), cell: ({ value }) => impsText(value) },
    { head: t("deals"), help: t("help_deals"), cell: ({ deals }) => orDash(deals) },
  ],
  streak: () => [{ head: t("daysShort"), help: t("bh_streak"), cell: ({ value }) => numberText(value) }],
  rating: ratingColumns,
  programs: ratingColumns,
};

/** @type {() => Column<wire.LeaderboardRow>[]} */
function ratingColumns() {
  return [
    { head: t("rating"), help: t("bh_rating"), cell: ({ value }) => numberText(Math.round(value)) },
    { head: "±", help: t("help_sigma"), cell: ({ sigma }) => orDash(sigma && numberText(Math.round(sigma))) },
  ];
}

/** @type {(rows: readonly wire.LeaderboardRow[]) => (Column<wire.LeaderboardRow> | false)[]} */
function gameColumns(rows) {
  return [
    { head: t("score"), help: t("help_score"), cell: ({ result }) => orDash(result?.score) },
    {
      head: t("time"),
      help: t("help_time"),
      cell: ({ result }) => (result ? timeText(result.time_ms) : "–"),
    },
    {
      head: t("shufflesShort"),
      help: t("help_shuffles"),
      class: "hide-narrow",
      cell: ({ result }) => orDash(result?.shuffles),
    },
    rows.some(({ duplicate }) => duplicate != null) && {
      head: t("fieldShort"),
      help: t("help_field"),
      class: "hide-narrow",
      cell: ({ duplicate }) => (duplicate == null ? "–" : impsText(duplicate)),
    },
  ];
}

/** A page of a leaderboard: each row with its player's page and its replay. @type {(page: wire.LeaderboardPage, me?: string) => HTMLElement} */
export const leaderboardTable = ({ kind, items }, me) => rankedTable(items, me, COLUMNS[kind](items));

/** Parts of a leaderboard, one below the other in one table. @type {(kind: wire.LeaderboardPage["kind"], sections: Section<wire.LeaderboardRow>[], me: string | undefined) => HTMLElement} */
export const leaderboardSections = (kind, sections, me) =>
  rankedSections(sections, me, COLUMNS[kind](sections.flatMap(({ rows }) => rows)));

/** Names of those who have no place that are read before they are counted. */
const MAX_ABSENT = 5;

/** Friends, groups, the world around the player, and its top; without `top`, that rank is said elsewhere. @type {(page: wire.LeaderboardPage, top?: wire.LeaderboardPage | null) => Section<wire.LeaderboardRow>[]} */
export function sectionsOf(page, top) {
  const { circles = [], items, mine, size } = page;
  const place =
    mine && top !== undefined ? h("span.soft", ` ${t("placeOf", { rank: mine.rank, of: size })}`) : "";
  /** @type {Section<wire.LeaderboardRow>[]} */
  const world = items.length
    ? [{ rows: items, title: h("span", t(page.previous ? "aroundYou" : "theWorld"), " ", place) }]
    : [];
  return [
    ...circles.map((circle) => circleSection(page, circle)),
    ...world,
    ...(top ? [{ rows: top.items, title: t("theTop") }] : []),
  ];
}

/** @type {(page: wire.LeaderboardPage, circle: wire.Circle) => Section<wire.LeaderboardRow>} */
function circleSection({ kind, period }, { absent = [], group, name, rows, size }) {
  const path = `/group/${group}${kind === "daily" ? `/${period}` : ""}`;
  const names = kind === "daily" ? absent.slice(0, MAX_ABSENT).map((each) => playerName(each.name)) : [];
  if (names.length && absent.length > MAX_ABSENT) names.push(`+${numberText(absent.length - MAX_ABSENT)}`);
  const text = dotted(
    size > rows.length && t("inAll", { n: size }),
    names.length > 0 && t("notPlayed", { names: names.join(", ") }),
  );
  return {
    rows,
    title: group ? link(path, name ?? "") : t("youAndFriends"),
    foot: text && note(text),
  };
}
