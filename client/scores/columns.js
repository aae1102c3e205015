import { signed, t, timeText } from "../i18n/index.js";
import { playerLink, playerName, playerTag } from "../people/names.js";
import { h } from "../ui/dom.js";
import { impsText, numberText } from "../ui/format.js";
import { replayLink } from "./deals.js";

/** The columns that the tables of games, players and teams share. */

/** @import { Column } from "../ui/table.js" */

/** @type {() => Column<{ rank?: number | null }>} */
export const rankColumn = () => ({ head: "#", cell: ({ rank }) => rank && numberText(rank) });

/** @type {() => Column<{ player: string, name: string }>} */
export const playerColumn = () => ({
  head: t("player"),
  class: "text",
  isRowHead: true,
  cell: ({ name, player }) => [playerLink(player, name), playerTag(player)],
});

/** A score of comparisons, where there is one; in bold, if the ranks are made of it. @template T @param {(row: T) => number | null | undefined} of @param {{ head?: string, class?: string, isMain?: boolean }} [look] @returns {Column<T>} */
export const impsColumn = (of, { isMain = false, ...look } = {}) => ({
  head: "+/−",
  cell: (row) => {
    const imps = of(row);
    return imps == null ? "–" : h(isMain ? "b" : "span", impsText(imps));
  },
  ...look,
});

/** @type {() => Column<{ locked: number }>} */
export const lockedColumn = () => ({ head: t("lockedShort"), cell: ({ locked }) => locked });

/** @type {(look?: string) => Column<{ score: number }>} */
export const scoreColumn = (look = "hide-tiny") => ({
  head: t("score"),
  class: look,
  cell: ({ score }) => signed(score),
});

/** @type {() => Column<{ shuffles: number }>} */
export const shufflesColumn = () => ({
  head: t("shufflesShort"),
  class: "hide-narrow",
  cell: ({ shuffles }) => shuffles,
});

/** @type {(text?: (row: { time_ms: number, reached_ms?: number | null }) => string) => Column<{ time_ms: number, reached_ms?: number | null }>} */
export const timeColumn = (text = ({ time_ms }) => timeText(time_ms)) => ({ head: t("time"), cell: text });

/** The columns of the result of a game of a race. @param {Parameters<typeof timeColumn>[0]} [time] @returns {Column<{ locked: number, score: number, moves: number, shuffles: number, time_ms: number, reached_ms?: number | null }>[]} */
export const resultColumns = (time) => [
  lockedColumn(),
  scoreColumn(),
  { head: t("movesShort"), class: "hide-narrow", cell: ({ moves }) => moves },
  shufflesColumn(),
  timeColumn(time),
];

/** @template {{ game?: string | null, name: string }} T @param {(row: T) => boolean} [isShown] @returns {Column<T>} */
export const replayColumn = (isShown = ({ game }) => !!game) => ({
  head: t("replay"),
  cell: (row) => isShown(row) && replayLink(row.game ?? "", playerName(row.name)),
});
