import { game } from "../net/api.js";
import { framesOf } from "../replay/frames.js";
import { tenths } from "../replay/tenths.js";
import { share, sharePicture } from "../ui/share.js";

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
