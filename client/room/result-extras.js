import { t, timeText } from "../i18n/index.js";
import { now, request } from "../net/api.js";
import { game, leaderboard } from "../net/play.js";
import { playerName } from "../people/names.js";
import { dailyResult, distributionChart, lineLink } from "../scores/daily.js";
import { certificateText } from "../scores/deals.js";
import { leftOut } from "../scores/evidence.js";
import { leaderboardSections, sectionsOf } from "../scores/tables.js";
import { dayHere, midnightAfter } from "../ui/dates.js";
import { button, h, link } from "../ui/dom.js";
import { spanText } from "../ui/format.js";
import { row } from "../ui/parts.js";
import { errorText } from "../ui/say.js";
import { enterDaily, ghostButtons } from "./enter.js";
import { ownDaily, shareButtons } from "./share-result.js";

const ROWS_AROUND = 5;

/** The additional parts of a result, for a daily, a race against a ghost, or a certified deal. @type {(room: wire.RoomView, race: wire.RaceView, mine: wire.Standing, signal: AbortSignal) => Promise<HTMLElement[]>} */
export async function extras({ event, ghost }, race, mine, signal) {
  try {
    const more = ghost
      ? mine.moves
        ? await ghostExtras(ghost, mine.game, signal)
        : []
      : event?.kind === "daily"
        ? await dailyExtras(event, mine, signal)
        : [];
    return [...certificate(race), ...more];
  } catch (/** @type {any} */ { code = "", message }) {
    return [...certificate(race), h("p.soft", await errorText(code, message))];
  }
}

/** The proof about the deal, and a way to win it once the deal is revealed. @type {(race: wire.RaceView) => HTMLElement[]} */
const certificate = ({ par, harder_permille, variant, reveal }) =>
  par == null
    ? []
    : [
        h("p.small", certificateText({ par, harder_permille: harder_permille ?? 1000 })),
        h("p.row", reveal?.line && lineLink(reveal.code, variant, reveal.line)),
      ];

// After a daily

/** @type {(daily: wire.EventRoom, standing: wire.Standing, signal: AbortSignal) => Promise<HTMLElement[]>} */
async function dailyExtras({ label: date = "", parent: variant = "", ranked }, { game, player }, signal) {
  const practise = button(t("practise"), () => enterDaily(date, variant, true));
  const back = link(`/daily/${date}`, t("toDaily"), "btn");
  if (!ranked) return [h("p.soft", t("wasPractice")), row(back)];
  const [top, around] = await Promise.all([
    leaderboard("daily", date, variant, { limit: 1 }, signal),
    leaderboard("daily", date, variant, { around: "me", with: "people", limit: ROWS_AROUND }, signal),
  ]);
  const { mine, size, items: rows } = around;
  if (!mine) return [...leftOutOf(around, player), row(back, practise)];
  const own = ownDaily(date, variant, mine, game);
  const page = await request("GET players/{id}", { id: player }, { signal }).catch(() => null);
  return [
    dailyResult(mine, size, "score"),
    ...(date === dayHere(now())
      ? [h("p.small", t("nextIn", { time: spanText(midnightAfter(now()) - now()) }))]
      : []),
    row(...shareButtons(own, "btn main"), practise, back),
    leaderboardSections("daily", sectionsOf(around), player),
    row(link(`/boards/daily/${date}/${variant}`, t("wholeBoard"), "btn")),
    ghostButtons(top.items[0], rows, mine),
    ...(page ? [h("h3", t("distribution")), distributionChart(page.calendar, variant, date)] : []),
  ];
}

/** Why the result of a player has no rank, if its examination has flagged it. @type {(board: wire.LeaderboardPage, player: string) => HTMLElement[]} */
function leftOutOf({ flagged = [] }, player) {
  const own = flagged.filter((row) => row.player === player);
  if (!own.length) return [];
  return [leftOut(own)];
}

// After a race against a ghost

/** @type {(ghost: string, own: string, signal: AbortSignal) => Promise<HTMLElement[]>} */
async function ghostExtras(ghost, own, signal) {
  const [mine, other] = await Promise.all([game(own, signal), game(ghost, signal)]);
  const name = playerName(other.name);
  return [
    h("h3", t("duelTitle", { name })),
    h("p", verdict(mine, other)),
    row(link(`/g/${ghost}`, t("replayOf", { name }), "btn")),
  ];
}

/** Which of two games is better, by the ranking of a race. @type {(mine: wire.FinishedGame, other: wire.FinishedGame) => string} */
function verdict(mine, other) {
  const name = playerName(other.name);
  if (mine.won && other.won) {
    const time = timeText(Math.abs(mine.time_ms - other.time_ms));
    return t(mine.time_ms <= other.time_ms ? "duelFaster" : "duelSlower", { name, time });
  }
  if (mine.won || other.won) return t(mine.won ? "duelWon" : "duelLost", { name });
  return t("duelLocked", { name, mine: mine.locked, other: other.locked });
}
