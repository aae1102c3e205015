import { t } from "../../i18n/index.js";
import { provider, signInLink } from "../../net/account.js";
import { nameForm } from "../../people/name-form.js";
import { openDialog } from "../../ui/dialog.js";
import { h, link } from "../../ui/dom.js";
import { select } from "../../ui/fields.js";
import { folded, note, row } from "../../ui/parts.js";
import { preferences, setPreference } from "../../ui/preferences.js";
import { refresh } from "../../ui/router.js";
import { codeForm } from "./devices.js";
import { LOOKS, looks, sample, setLook } from "./looks.js";

/** @import { Preferences } from "../../ui/preferences.js" */

/** @type {{ [K in keyof Preferences]: Preferences[K][] }} */
const CHOICES = {
  language: ["", "en", "de", "pl", "he"],
  theme: ["system", "light", "dark"],
  suits: ["4", "2"],
  tap: ["move", "select"],
  sound: ["off", "on"],
  motion: ["system", "off"],
};

/** Open the dialog of the preferences, with the own name and the way to another browser. @param {boolean} [isSignIn] to take a code */
export function openSettings(isSignIn = false) {
  const choices = /** @type {(keyof Preferences)[]} */ (Object.keys(CHOICES)).map((key) =>
    choice(key, CHOICES[key], preferences[key], (value) => change(key, value)),
  );
  openDialog(t("settings"), nameForm(), ...choices, lookChoices(), signIn(), recoveryForm(isSignIn));
}

/** The way to the provider with which people sign in here, if there is one. */
const signIn = () =>
  provider() && row(h("a.btn", { href: signInLink() }, t("signInWith", { label: provider() })));

/** Tables and cards, with a sample of them. */
const lookChoices = () =>
  folded(
    t("looks"),
    sample(),
    ...lookKeys.map((key) => choice(key, LOOKS[key], looks[key], (value) => setLook(key, value))),
  );

const lookKeys = /** @type {(keyof typeof LOOKS)[]} */ (Object.keys(LOOKS));

/** @type {(key: keyof Preferences | keyof typeof LOOKS, values: readonly string[], chosen: string, change: (value: any) => unknown) => HTMLElement} */
const choice = (key, values, chosen, change) => {
  const text = (/** @type {string} */ value) => t(/** @type {Key} */ (`p_${key}_${value}`));
  const field = select(values, text, chosen, { onchange: () => change(field.value) });
  return h("label", t(`p_${key}`), field);
};

/** The server makes the page in the language. @type {(key: keyof Preferences, value: any) => void} */
const change = (key, value) => {
  setPreference(key, value);
  if (key === "language") location.reload();
};

/** Show what was behind the dialog to the new player. */
function showAnew() {
  document.querySelector("dialog")?.close();
  return refresh();
}

/** Moves the account to another browser: leads to its codes here, takes one from there. @param {boolean} isOpen */
const recoveryForm = (isOpen) =>
  h(
    "details",
    { open: isOpen },
    h("summary", t("moveHere")),
    note(t("moveHelp")),
    row(link("/p/me", t("yourPage"), "btn")),
    codeForm(showAnew),
  );
