import { t } from "../i18n/index.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { levelName } from "./bottag.js";

const LEVELS = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** Asks how strong a bot is to play. @param {(level: number) => void} add */
export function openBots(add) {
  const choice = (/** @type {typeof LEVELS[number]} */ level) =>
    button(
      [h("b", { class: "n" }, level), h("span", {}, levelName(level), h("small", {}, t(`bot_${level}`)))],
      () => {
        dialog.close();
        add(level);
      },
      { class: "btn level" },
    );
  const dialog = openDialog(
    t("addBot"),
    h("div", { class: "stack" }, h("p", { class: "small soft" }, t("botHelp")), ...LEVELS.map(choice)),
  );
}
