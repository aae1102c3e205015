import { t } from "../i18n/index.js";
import { button } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Subject } from "./report.js" */

/** Report a player: what is needed for it is loaded now. @param {string} name @param {Subject} subject */
export const reportLater = async (name, subject) =>
  (await load(import("./report.js"), "ui/page.css")).openReport(name, subject);

/** A quiet button that reports a player. @param {string} name @param {Subject} subject */
export const reportButton = (name, subject) =>
  button(t("report"), () => reportLater(name, subject), {
    class: "btn quiet small",
    "aria-label": `${t("report")}: ${name}`,
  });
