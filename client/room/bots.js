import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** The name of a bot's strength, 1 to 5. @type {(level: number) => string} */
export const levelName = (level) => t("botLevels").split(" ")[level - 1];

/** The strength of a bot. @type {(level: number) => HTMLElement} */
export const botTag = (level) => h("span", { class: "tag" }, levelName(level));
