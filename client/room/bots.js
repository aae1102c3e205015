import { loadTexts, t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { dialogLater } from "../ui/lazy.js";

const LEVELS = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** The name of a bot's strength, 1 to 5. @type {(level: number) => string} */
const levelName = (level) => t("botLevels").split(" ")[level - 1];

/** The strength of a bot. @type {(level: number) => HTMLElement} */
export const botTag = (level) => h("span", { class: "tag" }, levelName(level));

/** Ask how strong a new bot is to play. @param {(level: number) => void} onChoose */
export async function openBots(onChoose) {
  await loadTexts("solver");
  const choice = (/** @type {typeof LEVELS[number]} */ level) =>
    button(
      [h("b", { class: "badge" }, level), h("span", {}, levelName(level), h("small", {}, t(`bot_${level}`)))],
      () => {
        dialog.close();
        onChoose(level);
      },
      { class: "btn level" },
    );
  const dialog = await dialogLater(
    t("addBot"),
    h("div", { class: "stack" }, h("p", { class: "small soft" }, t("botHelp")), ...LEVELS.map(choice)),
  );
}
