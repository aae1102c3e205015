import { t } from "../i18n/index.js";
import { deleteMe, EXPORT, recoveryCode } from "../net/api.js";
import { keepRoom } from "../preferences/preferences.js";
import { button, h, toast } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { go } from "../ui/router.js";
import { nameForm } from "./name-form.js";

/** What only the owner of an account may do: rename, export, move to another browser, delete. @param {string} name @param {AbortSignal} signal of the screen */
export const account = (name, signal) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("yourName")),
    nameForm(signal),
    h("h2", {}, t("yourData")),
    h("p", { class: "small soft" }, t("exportHelp")),
    h(
      "div",
      { class: "row" },
      h("a", { href: EXPORT, download: "gaprace.json", class: "btn" }, t("exportIt")),
    ),
    recovery(),
    deletion(name),
  );

/** The code that signs in on another browser. */
function recovery() {
  const shown = h("output", { class: "code" });
  const show = () =>
    recoveryCode().then(({ recovery_code }) => {
      shown.textContent = recovery_code;
    }, toastError);
  return h(
    "details",
    {},
    h("summary", {}, t("recovery")),
    h("p", { class: "small soft" }, t("recoveryHelp")),
    h("div", { class: "row" }, button(t("showRecovery"), show), shown),
  );
}

/** Deletion, confirmed by typing the name. @param {string} name */
function deletion(name) {
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
      { class: "row", onsubmit: (/** @type {Event} */ event) => onsubmit(event).catch(toastError) },
      field,
      yes,
    ),
  );
}
