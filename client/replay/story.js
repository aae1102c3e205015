import { spaced, t, timeText } from "../i18n/index.js";
import { leadChanges, longestPause } from "./timeline.js";

/** @import { LeadChange, Pause } from "./timeline.js" */

/** A game of a race with all of its play. @typedef {{ result: wire.RacedGame, track: Track, actions: Action[] }} Play */
/** @typedef {ReturnType<typeof story>} Story */

/** A pause is worth a word from this length on, and from this share of the game (ms). */
const MIN_PAUSE_MS = 8000;
const MIN_PAUSE_SHARE = 0.08;

/** Where each game of a race was won or lost, best first. @type {(plays: Play[]) => Story[]} */
export function storiesOf(plays) {
  const changes = leadChanges(plays.map(({ track }) => track));
  const [first, second] = plays;
  if (second?.result.rank === 1) changes.push({ ms: first.result.time_ms, id: "", locked: 0 }); // nobody is ahead at the end
  return plays.map((play) => story(play, first.result, changes));
}

/** Where a game was won or lost. Times are in ms since the start. @param {Play} play @param {wire.RacedGame} first @param {LeadChange[]} changes */
function story({ result, track, actions }, first, changes) {
  const at = changes.findLastIndex(({ id }) => id === track.id);
  const isLast = at >= 0 && at === changes.length - 1;
  const ahead = isLast ? changes[at] : null;
  const until = at >= 0 && !isLast ? changes[at + 1].ms : null;
  const pause = notable(track);
  const behind = {
    cards: first.locked - result.locked,
    ms: result.won ? result.time_ms - first.time_ms : 0,
  };
  return {
    result,
    /** Since when it was ahead of all others to the end. */ ahead,
    /** When it lost the lead for good. */ until,
    /** When it shuffled. */
    shuffles: actions.flatMap((action, i) => (action === "shuffle" ? [track.steps[i + 1].ms] : [])),
    pause,
    gaveUp: actions.at(-1) === "resign",
    /** The winner, in cards, or in ms if both won. */ behind: result.rank > first.rank ? behind : null,
    /** The moment to look at. */ turn: ahead?.ms ?? until ?? pause?.ms ?? result.time_ms,
  };
}

/** The longest pause of a game, if it is worth a word. @type {(track: Track) => Pause | null} */
function notable(track) {
  const pause = longestPause(track);
  const whole = track.steps[track.steps.length - 1].ms;
  return pause && pause.length >= Math.max(MIN_PAUSE_MS, MIN_PAUSE_SHARE * whole) ? pause : null;
}

/** Where a game was won or lost, in a few short sentences. @param {Story} story */
export const storyText = (story) =>
  spaced(
    leadText(story),
    endText(story),
    behindText(story),
    t("shuffledAt", { n: story.shuffles.length, times: story.shuffles.map(timeText).join(", ") }),
    story.pause && t("pausedFor", { length: timeText(story.pause.length), time: timeText(story.pause.ms) }),
  );

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
