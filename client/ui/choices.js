import { LANGUAGES } from "../i18n/index.js";

/** The values that the player can prefer. */
export const CHOICES = /** @type {const} */ ({
  language: ["", ...LANGUAGES],
  theme: ["system", "light", "dark"],
  suits: ["4", "2"],
  tap: ["move", "select"],
  sound: ["off", "on"],
  motion: ["system", "off"],
  table: ["green", "blue", "wine", "slate"],
  back: ["stripes", "diamonds", "dots"],
  face: ["plain", "bold"],
});
