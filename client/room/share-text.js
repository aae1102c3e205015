import { t, timeText, variantName } from "../i18n/index.js";
import { squaresOf, squaresText } from "../replay/squares.js";
import { cardCount } from "../scores/deals.js";
import { dailyNumberText } from "../ui/dates.js";
import { siteName } from "../ui/dom.js";
import { shortDayText } from "../ui/format.js";
/** @import { LeaderboardRow } from "../net/messages.js" */
/** @import { Frame } from "../replay/frames.js" */

/** A result to paste anywhere: its sentence, its course in squares, what they are, and a call to play the same. @type {(text: string, frames: Frame[], call?: string) => string} */
export const shareText = (text, frames, call) =>
  [text, squaresText(squaresOf(frames)), `${t("storyLegend")} ${t("storyKey")}.`, call]
    .filter(Boolean)
    .join("\n");

/** A result of a daily, in a sentence that gives nothing away about the deal. @type {(date: string, variant: string, mine: LeaderboardRow, streak?: number) => string} */
export const dailyShareText = (date, variant, { result }, streak = 0) =>
  t(result?.won ? "shareDailyWon" : "shareDaily", {
    site: siteName(),
    date: `${dailyNumberText(date)} ${shortDayText(date)}`.trim(),
    variant: variantName(variant),
    time: timeText(result?.time_ms ?? 0),
    n: (result?.won ? result.shuffles : result?.locked) ?? 0,
    of: cardCount(variant),
  }) + (streak > 1 ? ` ${t("shareStreak", { n: streak })}` : "");
