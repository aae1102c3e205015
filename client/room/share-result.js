import { spaced, t, timeText, variantName } from "../i18n/index.js";
import { game } from "../net/play.js";
import { frameAt, framesOf } from "../replay/frames.js";
import { locked, ROWS, runLength } from "../rules/board.js";
import { cardCount } from "../scores/deals.js";
import { dailyNumberText } from "../ui/dates.js";
import { button, h, icon, siteName } from "../ui/dom.js";
import { checkbox } from "../ui/fields.js";
import { shortDayText } from "../ui/format.js";
import "../ui/icons.js";
import { note, row } from "../ui/parts.js";
import { share, sharePicture } from "../ui/share.js";

/** Sooner, the best moment of a game was the deal. */
const MIN_MOMENT_MS = 1000;

/** An own result to share: its sentences, its game, the page that the link leads to, and its purpose. @typedef {{ text: string, game: string, path: string, call?: string }} OwnResult */

/** A result to paste anywhere: its sentence, its course in squares, their legend, and a call to play the same. @type {(text: string, frames: Frame[], call?: string) => string} */
export const shareText = (text, frames, call) =>
  [text, squaresText(squaresOf(frames)), `${t("storyLegend")} ${t("storyKey")}.`, call]
    .filter(Boolean)
    .join("\n");

/** A result of a daily, in a sentence that gives nothing away about the deal. @type {(date: string, variant: string, mine: wire.LeaderboardRow, streak?: number) => string} */
export const dailyShareText = (date, variant, { result }, streak = 0) =>
  t(result?.won ? "shareDailyWon" : "shareDaily", {
    site: siteName(),
    date: `${dailyNumberText(date)} ${shortDayText(date)}`.trim(),
    variant: variantName(variant),
    time: timeText(result?.time_ms ?? 0),
    n: (result?.won ? result.shuffles : result?.locked) ?? 0,
    of: cardCount(variant),
  }) + (streak > 1 ? ` ${t("shareStreak", { n: streak })}` : "");

/** An own result of a daily, to be shared. @type {(date: string, variant: string, mine: wire.LeaderboardRow, game: string) => OwnResult} */
export const ownDaily = (date, variant, mine, game) => ({
  text: dailyShareText(date, variant, mine),
  game,
  path: `/daily/${date}`,
  call: t("shareCall"),
});

/** The button that shares an own result as text, with its course in squares, and their legend. @param {OwnResult} result @param {Look} [look] */
export function shareButton(result, look) {
  const whole = async () => {
    const { text, call } = result;
    const found = await game(result.game).catch(() => null);
    return found ? shareText(text, framesOf(found.replay), call) : text;
  };
  return button([icon("share"), t("share")], () => share(whole(), location.origin + result.path), look);
}

/** The button that shares an own result as a picture. @param {OwnResult} result @param {Look} [look] */
export function pictureButton(result, look) {
  const picture = async () => {
    const [{ replay }, { boardPicture }] = await Promise.all([
      game(result.game),
      import("../replay/picture.js"),
    ]);
    return boardPicture(result, framesOf(replay).slice(-1)[0].game.board);
  };
  const send = () => sharePicture(picture(), `${result.text} ${location.origin}${result.path}`);
  return button([icon("picture"), t("asPicture")], send, look);
}

/** Both of them. @param {OwnResult} result @param {Look} [look] of the first one */
export const shareButtons = (result, look) => [shareButton(result, look), pictureButton(result)];

/**
 * The course of the own game of a daily, and the way to share it; `among` is the place among friends, for those who wish to tell it.
 * @param {HTMLElement} place @param {{ date: string, variant: string, mine: wire.LeaderboardRow, streak: number, game: string, among: string }} own @param {AbortSignal} signal
 */
export async function showStory(place, { date, variant, mine, streak, game: id, among }, signal) {
  const wishes = checkbox();
  const result = {
    ...ownDaily(date, variant, mine, id),
    get text() {
      return spaced(dailyShareText(date, variant, mine, streak), wishes.checked && `${among}.`);
    },
  };
  // Blank squares first, so that the buttons below them do not move.
  const blank = Array.from({ length: ROWS * TENTHS }, () => h("i"));
  const story = h("div.story", { "aria-hidden": "true" }, ...blank);
  place.append(
    story,
    note(t("storyLegend")),
    row(...shareButtons(result, "btn main")),
    among && h("label.checkbox.small", wishes, t("withPlace")),
  );
  const { replay } = await game(id, signal);
  const frames = framesOf(replay);
  const best = bestOf(frames);
  const squares = squaresOf(frames).flat();
  story.replaceChildren(...squares.map((each) => h(`i.s${each}`)));
  if (!mine.result?.won && best.ms >= MIN_MOMENT_MS)
    place.append(h("p", t("bestMoment", { n: best.locked, time: timeText(best.ms) })));
}

/** When a game first had the most cards in place. @type {(frames: Frame[]) => { locked: number, ms: number }} */
export function bestOf(frames) {
  let best = { locked: -1, ms: 0 };
  for (const { game, ms } of frames) {
    const n = locked(game.board);
    if (n > best.locked) best = { locked: n, ms };
  }
  return best;
}

const TENTHS = 10;
/** A square for each quarter of a row in order, darker to lighter; the last is for all of it. */
const SQUARES = ["⬛", "🟫", "🟧", "🟨", "🟩"];

/**
 * A game as a picture that tells nothing of its cards: for each row, the one that came furthest first, how many quarters of it were in order
 * after each tenth of the time.
 * @type {(frames: Frame[]) => number[][]}
 */
export function squaresOf(frames) {
  const { game, ms: end } = frames[frames.length - 1];
  const cards = game.variant.columns - 1;
  const boards = Array.from({ length: TENTHS }, (_, i) =>
    i === TENTHS - 1 ? game.board : frames[frameAt(frames, (end * (i + 1)) / TENTHS)].game.board,
  );
  const rows = Array.from({ length: ROWS }, (_, row) =>
    boards.map((board) => Math.floor((runLength(board, row) / cards) * (SQUARES.length - 1))),
  );
  const sum = (/** @type {number[]} */ row) => row.reduce((all, each) => all + each, 0);
  return rows.sort((one, other) => sum(other) - sum(one));
}

/** The same as lines of text. @type {(squares: number[][]) => string} */
export const squaresText = (squares) =>
  squares.map((row) => row.map((each) => SQUARES[each]).join("")).join("\n");
