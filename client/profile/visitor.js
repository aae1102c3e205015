import { t } from "../i18n/index.js";
import { nameForm } from "../people/names.js";
import { button, h, link } from "../ui/dom.js";
import { load } from "../ui/load.js";
import { showNav } from "../ui/nav.js";

/** @import { Page } from "../ui/router.js" */

/** The own page of a visitor: there is no player yet. @type {(shell: Page["shell"], place: HTMLElement, signal: AbortSignal) => void} */
export function showVisitor(shell, place, signal) {
  showNav("you");
  shell.title(t("yourPage"));
  place.append(
    h(
      "section",
      { class: "panel full-width" },
      h("h1", {}, t("yourPage")),
      h("p", {}, t("nothingStored")),
      h("h2", {}, t("yourName")),
      nameForm(signal),
      h("p", { class: "row" }, link("/", t("home"), { class: "btn main" }), button(t("moveHere"), signIn)),
    ),
  );
}

const signIn = async () => (await load(import("../preferences/dialog.js"), "ui/page.css")).openSettings(true);
