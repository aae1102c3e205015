import { t } from "../i18n/index.js";
import { button } from "../ui/dom.js";

/** A button that asks for notifications, of the start if nothing else is said; none where that is decided already. @param {string} [text] */
export function notifyButton(text = t("notifyMe")) {
  if (!("Notification" in window) || Notification.permission !== "default") return false;
  return button(text, () => Notification.requestPermission(), { class: "btn quiet small" });
}
