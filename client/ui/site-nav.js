import { t } from "../i18n/index.js";
import { h, link } from "./dom.js";

/** @import { Shell } from "./shell.js" */

/** Show links to the dailies, the leaderboards and the own profile in the header. @param {Shell} shell @param {"daily" | "boards" | "p" | ""} current */
export function showSiteNav(shell, current = "") {
  const item = (/** @type {typeof current} */ name, /** @type {string} */ path, /** @type {string} */ text) =>
    link(path, text, name === current ? { "aria-current": "page" } : {});
  shell.hud.replaceChildren(
    h(
      "nav",
      { class: "site-nav", "aria-label": t("pages") },
      item("daily", "/daily", t("daily")),
      item("boards", "/boards", t("boards")),
      item("p", "/p/me", t("yourPage")),
    ),
  );
}
