import { t } from "../../i18n/index.js";
import { provider, signInLink } from "../../net/account.js";
import { nameForm } from "../../people/name-form.js";
import { CHOICES } from "../../ui/choices.js";
import { openDialog } from "../../ui/dialog.js";
import { h, link } from "../../ui/dom.js";
import { select } from "../../ui/fields.js";
import { labelled } from "../../ui/forms.js";
import { loadStyles } from "../../ui/load.js";
import { folded, note, row } from "../../ui/parts.js";
import { LOOKS, preferences, setPreference } from "../../ui/preferences.js";
import { refresh } from "../../ui/router.js";
import { codeForm } from "./devices.js";

/** @import { Preferences } from "../../ui/preferences.js" */

/** Open the dialog of the preferences, with the own name and the way to another browser. @param {boolean} [isSignIn] to take a code */
export function openSettings(isSignIn = false) {
  loadStyles("ui/looks.css").catch(() => {}); // the choices show their looks
  const keys = /** @type {(keyof Preferences)[]} */ (Object.keys(CHOICES));
  const dialog = openDialog(
    t("settings"),
    nameForm(),
    ...keys.filter((key) => !isLook(key)).map(choice),
    folded(t("looks"), sample(), ...LOOKS.map(choice)),
    provider() && row(h("a.btn", { href: signInLink() }, t("signInWith", { label: provider() }))),
    // The way to another browser: it leads to the codes here, and takes one from there.
    h(
      "details",
      { open: isSignIn },
      h("summary", t("moveHere")),
      note(t("moveHelp")),
      row(link("/p/me", t("yourPage"), "btn")),
      codeForm(() => {
        dialog.close();
        return refresh();
      }),
    ),
  );
}

/** A small table with a deck and two cards, as they look now. */
const sample = () =>
  h(
    "div.looks-sample",
    { "aria-hidden": "true" },
    h("span.back"),
    h("span.front.suit-2", "2"),
    h("span.front.suit-3", "3"),
  );

/** @param {keyof Preferences} key */
const isLook = (key) => LOOKS.some((each) => each === key);

/** @param {keyof Preferences} key */
function choice(key) {
  const text = (/** @type {string} */ value) => t(/** @type {Key} */ (`p_${key}_${value}`));
  const change = () => {
    setPreference(key, /** @type {any} */ (field.value));
    if (key === "language") location.reload(); // the server makes the page in it
  };
  const field = select(CHOICES[key], text, preferences[key], { onchange: change });
  return labelled(t(`p_${key}`), field);
}
