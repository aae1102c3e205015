import { t, timeText } from "../i18n/index.js";
import { player } from "../net/api.js";

/** @import { PlayerPage, RaceView, Standing } from "../net/messages.js" */

/** What is special about a result: a personal best, the par, a streak. @type {(race: RaceView, mine: Standing, signal: AbortSignal) => Promise<string[]>} */
export async function highlights(race, mine, signal) {
  const page = await player(mine.player, signal).catch(() => null);
  return page ? highlightsOf(page, race, mine) : [];
}

/** @type {(page: Pick<PlayerPage, "statistics" | "streaks">, race: Pick<RaceView, "par" | "variant">, mine: Standing) => string[]} */
export function highlightsOf({ statistics, streaks }, { par, variant: { name = "addiction" } }, mine) {
  const own = statistics.find(({ variant }) => variant === name);
  const streak = streaks.find(({ variant }) => variant === name)?.current ?? 0;
  return [
    own ? bestText(own, mine) : "",
    par && mine.won ? t("parWas", { par, n: mine.moves }) : "",
    streak > 1 ? t("streakIs", { n: streak }) : "",
  ].filter(Boolean);
}

/** @type {(own: PlayerPage["statistics"][number], mine: Standing) => string} */
function bestText({ best_score, best_score_game, best_time_game, best_time_ms, games, wins }, mine) {
  if (mine.won && best_time_game === mine.game)
    return wins === 1 ? t("firstWin") : t("newBest", { best: timeText(mine.time_ms) });
  if (mine.won && best_time_ms != null) return t("yourBest", { best: timeText(best_time_ms) });
  if (games < 2) return "";
  return best_score_game === mine.game
    ? t("newBestScore", { n: best_score })
    : t("yourBestScore", { n: best_score });
}
