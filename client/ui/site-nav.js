import { t } from "../i18n/index.js";
import { h, link } from "./dom.js";

/** @import { Shell } from "./shell.js" */

/** Links to the pages about dailies, boards and people, in the header. @param {Shell} shell @param {"daily" | "boards" | "p" | ""} here */
export function nav(shell, here = "") {
  const item = (/** @type {typeof here} */ name, /** @type {string} */ path, /** @type {string} */ text) =>
    link(path, text, name === here ? { "aria-current": "page" } : {});
  shell.hud.replaceChildren(
    h(
      "nav",
      { class: "nav", "aria-label": t("pages") },
      item("daily", "/daily", t("daily")),
      item("boards", "/boards", t("boards")),
      item("p", "/p/me", t("yourPage")),
    ),
  );
}
