import { spaced } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { hueOf } from "./names.js";

/** @typedef {"me" | "ready" | "away" | "free" | false | undefined} AvatarState */

/**
 * A player as a card with an initial, in the player's colour: one's own has a golden frame, a ready one a tick. An absent one is a gap.
 * @type {(name: string, colour: number, ...states: AvatarState[]) => HTMLElement}
 */
export const avatar = (name, colour, ...states) =>
  h(
    "span",
    {
      class: spaced("avatar", ...states),
      "--hue": hueOf(colour),
      "aria-hidden": "true",
    },
    [...name.trim()][0]?.toLocaleUpperCase(),
  );
