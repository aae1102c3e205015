import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";

/** A row of a list of devices: its name, what is known of it, and a button. @param {string} device @param {string} fact @param {HTMLElement | false} action */
export const deviceRow = (device, fact, action) =>
  h(
    "li",
    {},
    h(
      "span",
      { class: "grow" },
      h("b", {}, device || t("unknownDevice")),
      h("br"),
      h("span", { class: "small soft" }, fact),
    ),
    action,
  );
