import { t } from "../i18n/index.js";
import { signInBy } from "../net/account.js";
import { begins, h } from "../ui/dom.js";
import { keepPlayer } from "../ui/preferences.js";
import { toast } from "../ui/say.js";

/** Takes a code from another device, and becomes its player. @param {() => unknown} showAnew what is here, to the new player @param {string} [code] */
export function codeForm(showAnew, code = "") {
  const field = h("input", {
    "aria-label": t("recoveryCode"),
    class: "grow",
    autocomplete: "off",
    value: code,
  });
  const onsubmit = begins(async () => {
    const player = await signInBy(field.value);
    keepPlayer(player);
    document.getElementById("notice")?.remove();
    await showAnew();
    toast(t("youAre", player));
  });
  return h("form", { class: "row", onsubmit }, field, h("button", { class: "btn main" }, t("takeCode")));
}
