import { t, useLanguage } from "../i18n/index.js";
import { recover, recoveryCode } from "../net/api.js";
import { nameForm } from "../profile/name-form.js";
import { openDialog } from "../ui/dialog.js";
import { button, h, toast } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { refresh } from "../ui/router.js";
import { preferences, setPreference } from "./preferences.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Preferences } from "./preferences.js" */

/** @type {{ [K in keyof Preferences]: Preferences[K][] }} */
const CHOICES = {
  language: ["", "en", "de"],
  theme: ["system", "light", "dark"],
  suits: ["4", "2"],
  tap: ["move", "select"],
  sound: ["off", "on"],
  motion: ["system", "off"],
};

/** Open the dialog of the preferences, with the own name and the way to another browser. */
export function openSettings() {
  const choices = /** @type {(keyof Preferences)[]} */ (Object.keys(CHOICES)).map((key) =>
    h("label", {}, t(`p_${key}`), h("select", { onchange: change(key) }, ...options(key))),
  );
  openDialog(t("settings"), nameForm(), ...choices, recoveryForm());
}

/** @param {keyof Preferences} key */
const options = (key) =>
  CHOICES[key].map((value) =>
    h("option", { value, selected: preferences[key] === value }, t(/** @type {Key} */ (`p_${key}_${value}`))),
  );

/** @type {(key: keyof Preferences) => (event: Event) => Promise<void>} */
const change = (key) => async (event) => {
  setPreference(key, /** @type {any} */ (/** @type {HTMLSelectElement} */ (event.target).value));
  if (key !== "language") return;
  await useLanguage(preferences.language);
  document.querySelector("dialog")?.close();
  await refresh();
};

/** Moves the account to another browser: shows its code here, takes one from there. */
function recoveryForm() {
  const field = h("input", { "aria-label": t("recoveryCode"), class: "grow", autocomplete: "off" });
  const shown = h("output", { class: "numbers" });
  const show = () =>
    recoveryCode().then((answer) => {
      shown.textContent = answer.recovery_code;
    }, toastError);
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    recover(field.value).then(({ name }) => toast(t("youAre", { name })), toastError);
  };
  return h(
    "details",
    {},
    h("summary", {}, t("moveHere")),
    h("p", { class: "small soft" }, t("moveHelp")),
    h("div", { class: "row" }, button(t("showCode"), show), shown),
    h("form", { class: "row", onsubmit: take }, field, h("button", { class: "btn" }, t("takeCode"))),
  );
}
