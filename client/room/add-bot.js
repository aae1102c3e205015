import { t } from "../i18n/index.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { levelName } from "./bots.js";

const LEVELS = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** Ask how strong a new bot is to play. @param {(level: number) => void} onChoose */
export async function openBots(onChoose) {
  const choice = (/** @type {typeof LEVELS[number]} */ level) =>
    button(
      [h("b", { class: "badge" }, level), h("span", {}, levelName(level), h("small", {}, t(`bot_${level}`)))],
      () => {
        dialog.close();
        onChoose(level);
      },
      { class: "btn level" },
    );
  const dialog = openDialog(
    t("addBot"),
    h("div", { class: "stack" }, h("p", { class: "small soft" }, t("botHelp")), ...LEVELS.map(choice)),
  );
}
