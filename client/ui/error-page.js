import { t } from "../i18n/index.js";
import { h, link } from "./dom.js";
import { problemText } from "./errors.js";

/** @import { Child } from "./dom.js" */

/**
 * A page that says why there is not what was wanted, and where one can go on.
 * @param {{ code: string, message: string }} problem @param {Child[]} ways
 */
export async function sorryPage({ code, message }, ...ways) {
  const why = h("p", {}, await problemText(code, message));
  const on = h("p", { class: "row" }, ...ways, link("/", t("home"), { class: "btn" }));
  return h("div", { class: "page" }, h("section", { class: "panel" }, h("h1", {}, t("sorry")), why, on));
}
