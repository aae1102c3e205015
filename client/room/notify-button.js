import { t } from "../i18n/index.js";
import { button } from "../ui/dom.js";

/** A button that asks for notifications of the start; none where that is decided already. */
export function notifyButton() {
  if (!("Notification" in window) || Notification.permission !== "default") return false;
  return button(t("notifyMe"), () => Notification.requestPermission(), { class: "btn quiet small" });
}
