import { t, timeText } from "../i18n/index.js";

/** @import { Story } from "./story.js" */

/** Where a game was won or lost, in a few short sentences. @type {(story: Story) => string} */
export const storyText = (story) =>
  [leadText(story), endText(story), behindText(story), shuffleText(story), pauseText(story)]
    .filter(Boolean)
    .join(" ");

/** @type {(story: Story) => string} */
function leadText({ ahead, result: { rank }, until }) {
  if (ahead && rank === 1) return t("aheadFrom", { time: timeText(ahead.ms), n: ahead.locked });
  return until === null ? "" : t("aheadUntil", { time: timeText(until) });
}

/** @type {(story: Story) => string} */
function endText({ gaveUp, result: { locked, moves, time_ms, won } }) {
  const time = timeText(time_ms);
  if (won) return t("storyWon", { time });
  if (!moves) return t("storyIdle");
  return t(gaveUp ? "storyGaveUp" : "storyStopped", { time, n: locked });
}

/** @type {(story: Story) => string} */
function behindText({ behind }) {
  if (!behind) return "";
  if (behind.cards > 0) return t("cardsBehind", { n: behind.cards });
  return behind.ms > 0 ? t("timeBehind", { time: timeText(behind.ms) }) : "";
}

/** @type {(story: Story) => string} */
const shuffleText = ({ shuffles }) =>
  shuffles.length
    ? t("shuffledAt", { n: shuffles.length, times: shuffles.map(timeText).join(", ") })
    : t("neverShuffled");

/** @type {(story: Story) => string} */
const pauseText = ({ pause }) =>
  pause ? t("pausedFor", { length: timeText(pause.length), time: timeText(pause.ms) }) : "";
