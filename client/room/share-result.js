import { t } from "../i18n/index.js";
import { game } from "../net/play.js";
import { framesOf, tenths } from "../replay/frames.js";
import { button, icon } from "../ui/dom.js";
import { share, sharePicture } from "../ui/share.js";
import "../ui/icons.js";

/** An own result to share: its sentence, its game, and the page that the link leads to. @typedef {{ text: string, game: string, path: string }} OwnResult */

/** Share an own result as text, with its course in a line of squares. @param {OwnResult} result */
export const shareResult = ({ text, game: id, path }) =>
  share(
    game(id).then(
      ({ replay }) => `${text}\n${tenths(framesOf(replay))}`,
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
