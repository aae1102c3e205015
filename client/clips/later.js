import { t } from "../i18n/index.js";
import { button } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Clipped } from "./dialog.js" */

/** A button that makes a clip. @param {() => Clipped[]} games best first @param {() => number} at the instant that is shown (ms) @param {object} [props] */
export const clipButton = (games, at, props) =>
  button(
    t("makeClip"),
    async () => {
      const { openClip } = await load(import("./dialog.js"), "clips", "clips/clips.css");
      openClip(games(), at());
    },
    { "aria-haspopup": "dialog", ...props },
  );
