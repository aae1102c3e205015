import { t } from "../i18n/index.js";
import { recoveryCode } from "../net/api.js";
import { deleteMe, EXPORT } from "../net/pages.js";
import { keepRoom } from "../preferences/preferences.js";
import { button, h, toast } from "../ui/dom.js";
import { sayProblem } from "../ui/errors.js";
import { go } from "../ui/router.js";
import { nameForm } from "./name-form.js";

/** What only oneself may do: take another name, move to another browser, take all home, go. @param {string} name */
export const account = (name) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("yourName")),
    nameForm(),
    h("h2", {}, t("yourData")),
    h("p", { class: "small soft" }, t("exportHelp")),
    h(
      "div",
      { class: "row" },
      h("a", { href: EXPORT, download: "gaprace.json", class: "btn" }, t("exportIt")),
    ),
    moving(),
    leaving(name),
  );

/** The code that takes who one is to another browser. */
function moving() {
  const shown = h("output", { class: "code" });
  const show = () =>
    recoveryCode().then(({ recovery_code }) => {
      shown.textContent = recovery_code;
    }, sayProblem);
  return h(
    "details",
    {},
    h("summary", {}, t("recovery")),
    h("p", { class: "small soft" }, t("recoveryHelp")),
    h("div", { class: "row" }, button(t("showRecovery"), show), shown),
  );
}

/** Deletion, which has to be meant: one's name is typed in. @param {string} name */
function leaving(name) {
  const field = h("input", {
    "aria-label": t("typeName", { name }),
    placeholder: name,
    class: "grow",
    autocomplete: "off",
  });
  const yes = h("button", { class: "btn danger", disabled: true }, t("deleteMe"));
  field.oninput = () => {
    yes.disabled = field.value.trim() !== name;
  };
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await deleteMe(field.value.trim());
    keepRoom(null);
    go("/");
    toast(t("deleted"));
  };
  return h(
    "details",
    {},
    h("summary", {}, t("deleteMe")),
    h("p", { class: "small" }, t("deleteHelp")),
    h("p", { class: "small" }, t("typeName", { name })),
    h(
      "form",
      { class: "row", onsubmit: (/** @type {Event} */ event) => onsubmit(event).catch(sayProblem) },
      field,
      yes,
    ),
  );
}
