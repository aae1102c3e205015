import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { framesOf, storyOf, storyText } from "../replay/frames.js";
import { dailyShareText } from "../scores/daily.js";
import { button, h, icon } from "../ui/dom.js";
import { note, row } from "../ui/parts.js";
import { share, sharePicture } from "../ui/share.js";
import "../ui/icons.js";

/** @import { LeaderboardRow } from "../net/messages.js" */

/** An own result to share: its sentence, its game, and the page that the link leads to. @typedef {{ text: string, game: string, path: string }} OwnResult */

/** Share an own result as text, with its course in squares, and what they are. @param {OwnResult} result */
export const shareResult = ({ text, game: id, path }) =>
  share(
    game(id).then(
      ({ replay }) =>
        `${text}\n${storyText(storyOf(framesOf(replay)))}\n${t("storyLegend")} ${t("storyKey")}.`,
      () => text,
    ),
    location.origin + path,
  );

/** Share the picture of an own result. @param {OwnResult} result */
export const sharePictureOf = ({ text, game: id, path }) =>
  sharePicture(`/og/g/${id}.png`, `${text} ${location.origin}${path}`);

/** The button that shares an own result as text. @param {OwnResult} result @param {object} [props] */
export const shareButton = (result, props) =>
  button([icon("share"), t("share")], () => shareResult(result), props);

/** The button that shares an own result as a picture. @param {OwnResult} result @param {object} [props] */
export const pictureButton = (result, props) =>
  button([icon("picture"), t("asPicture")], () => sharePictureOf(result), props);

/** Both of them. @param {OwnResult} result @param {object} [props] of the first one */
export const shareButtons = (result, props) => [shareButton(result, props), pictureButton(result)];

/** The course of the own game of a daily, and the way to share it. @param {HTMLElement} place @param {{ date: string, variant: string, mine: LeaderboardRow, size: number, streak: number, game: string }} own @param {AbortSignal} signal */
export async function showStory(place, { date, variant, mine, size, streak, game: id }, signal) {
  const text = dailyShareText(date, variant, mine, size, streak);
  place.append(row(...shareButtons({ text, game: id, path: `/daily/${date}` }, { class: "btn main" })));
  const { replay } = await game(id, signal);
  const squares = storyOf(framesOf(replay)).flat();
  place.prepend(
    h("div.story", { "aria-hidden": "true" }, ...squares.map((each) => h(`i.s${each}`))),
    note(t("storyLegend")),
  );
}
