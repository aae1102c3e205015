import { t } from "../../i18n/index.js";
import { byId, h } from "../../ui/dom.js";
import { go } from "../../ui/router.js";
import { codeForm } from "./devices.js";

/** @import { Page } from "../../ui/router.js" */

/** Where the link of a code for this device leads: it is used when its owner confirms it. @param {Page} page */
export default function deviceScreen({ shell }) {
  shell.title(t("deviceHere"));
  byId("main").append(
    h(
      "div.page",
      h(
        "section.panel",
        h("h1", t("deviceHere")),
        h("p", t("deviceHereHelp")),
        codeForm(() => go("/"), location.hash.slice(1)),
      ),
    ),
  );
}
