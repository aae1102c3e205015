import { t } from "../i18n/index.js";
import { button } from "../ui/dom.js";
import { read } from "../ui/preferences.js";

/** @import { PushKind } from "./subscription.js" */

/** A button that turns on notifications of a kind; none where they are on, or not allowed. @param {PushKind} kind @param {string} [text] */
export function notifyButton(kind, text = t("notifyMe")) {
  const { permission } = window.Notification ?? {};
  const isOn =
    "PushManager" in window ? read("gaprace.push")?.kinds.includes(kind) : permission === "granted";
  if (!permission || permission === "denied" || isOn) return false;
  const offer = button(
    text,
    async () => (await import("./subscription.js")).offer(kind, offer),
    "btn quiet small",
  );
  return offer;
}
