import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** How strong a bot plays, 1 to 5, in a word. @type {(level: number) => string} */
export const levelName = (level) => t("botLevels").split(" ")[level - 1];

/** The mark of a bot. @type {(level: number) => HTMLElement} */
export const botTag = (level) => h("span", { class: "tag" }, t("botLevel", { level: levelName(level) }));
