import { t } from "../i18n/index.js";
import { button } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Clipped } from "./dialog.js" */

/** Whether this browser records what is drawn. */
const CAN_RECORD = "MediaRecorder" in window && "captureStream" in HTMLCanvasElement.prototype;

/** A button that makes a clip, where the browser can. @param {() => Clipped[]} games best first @param {() => number} at the instant that is shown (ms) */
export const clipButton = (games, at) =>
  CAN_RECORD &&
  button(
    t("makeClip"),
    async () => {
      const { openClip } = await load(import("./dialog.js"), "clips/clips.css");
      openClip(games(), at());
    },
    { "aria-haspopup": "dialog" },
  );
