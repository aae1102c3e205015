import { t } from "../../i18n/index.js";
import { playerLink, playerName } from "../../people/names.js";
import { teamName } from "../../race/teams.js";
import { impsColumn, rankColumn } from "../../scores/columns.js";
import { button, h, link } from "../../ui/dom.js";
import { impsText, numberText } from "../../ui/format.js";
import { note, panel, tag } from "../../ui/parts.js";
import { table } from "../../ui/table.js";

/** @import { Context } from "./arena.js" */

const PLACES = 3;

/** The players, the teams, the rounds. @param {Context} context */
export function tables(context) {
  const { arena, me } = context;
  const { begun = [], phase, players: count, table: first = [], team_table: teams = [] } = arena;
  const rows = [...first, ...context.further];
  const later = rows.some(({ player }) => player === arena.mine?.player) ? null : arena.mine;
  const over = begun.filter(({ ended_at, games }) => ended_at && games);
  return [
    teams.length > 0 && panel(t("teams"), teamTable(arena), note(t("teamsHelp"))),
    phase === "before" || !over.length
      ? panel(t("playersIn", { n: count }), players(rows, me), further(context, rows.length))
      : panel(
          t("arenaTable"),
          // The reader's own row stands behind those that are shown, if it comes later.
          standings(arena, later ? [...rows, later] : rows, me),
          further(context, rows.length),
          note(t(arena.form === "cup" ? "cupTableHelp" : "tableHelp")),
          !!arena.bots && note(t("botsTableHelp")),
        ),
    over.length > 0 && panel(t("arenaRounds"), h("ol.arena-rounds", ...over.map(roundItem))),
  ];
}

/** The players who have registered. @type {(rows: wire.ArenaRow[], me: string) => HTMLElement} */
const players = (rows, me) =>
  rows.length
    ? h("ul.arena-players", ...rows.map((row) => h("li", { "data-key": row.player }, ...who(row, me))))
    : h("p.soft", t("nobodyIn"));

/** @type {(row: wire.ArenaRow, me: string) => import("../../ui/dom.js").Child[]} */
const who = ({ bot, name, player, team }, me) => [
  bot ? playerName(name) : player === me ? h("b", playerName(name), " ", t("you")) : playerLink(player, name),
  team ? tag(teamName(team)) : "",
];

/** A button for the players behind those that are shown. @type {(context: Context, shown: number) => HTMLElement | false} */
const further = ({ arena: { bots = 0, players }, showFurther }, shown) =>
  shown < players + bots && button(t("morePlayers", { n: players + bots - shown }), showFurther, "btn quiet");

/** @type {(arena: wire.Arena, rows: wire.ArenaRow[], me: string) => HTMLElement} */
function standings(arena, rows, me) {
  const isCup = arena.form === "cup";
  const stillIn = arena.phase === "ended" ? "cupWinner" : "stillIn";
  return table(
    [
      { head: "#", cell: ({ bot, rank }) => (bot ? "–" : numberText(rank)) },
      { head: t("player"), class: "text", cell: (row) => h("span.who", ...who(row, me)) },
      isCup && {
        head: t("reached"),
        class: "text",
        cell: ({ out_after }) => (out_after != null ? t("outAfter", { n: out_after }) : t(stillIn)),
      },
      impsColumn(({ points, rounds }) => (rounds ? points : null), { isMain: true }),
      { head: t("roundsShort"), cell: ({ rounds }) => numberText(rounds) },
      !isCup && { head: t("bestShort"), class: "hide-narrow", cell: ({ best }) => numberText(best) },
    ],
    rows,
    { class: "leaderboard", me },
  );
}

/** @param {wire.Arena} arena */
function teamTable({ team_table: teams = [] }) {
  return table(
    [
      rankColumn(),
      { head: t("teamHead"), class: "text", cell: ({ team }) => teamName(team) },
      impsColumn(({ points }) => points, { isMain: true }),
      {
        head: t("teamCounted"),
        class: "text",
        cell: ({ count, counted }) =>
          counted.map(({ name }) => playerName(name)).join(", ") + (count > counted.length ? " …" : "") ||
          "–",
      },
    ],
    teams,
    { class: "leaderboard" },
  );
}

/** @param {wire.ArenaRound} round */
const roundItem = ({ games, number, race }) =>
  h(
    "li",
    { "data-key": race },
    link(`/race/${race}`, t("roundNumber", { n: number }), "btn quiet"),
    h("span.small.soft", ` ${t("gamesCount", { n: games })}`),
  );

/** The first three, the winner in the middle and highest. @type {(arena: wire.Arena, rows: wire.ArenaRow[], me: string) => HTMLElement | false} */
export function arenaPodium({ form }, rows, me) {
  const first = rows.filter(({ bot, rounds }) => rounds && !bot).slice(0, PLACES);
  if (!first.length) return h("p.soft", t("nobodyPlayed"));
  return h(
    "ol.arena-podium",
    { "aria-label": t("arenaPodium") },
    ...first.map(({ name, player, points, rank }) =>
      h(
        "li",
        { "data-key": player, class: `step-${rank}${player === me ? " me" : ""}` },
        h("b", playerName(name)),
        form === "cup" ? "" : h("span.figure", impsText(points)),
        h("span.step", { "aria-hidden": "true" }, numberText(rank)),
      ),
    ),
  );
}
