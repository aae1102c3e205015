import { t } from "../i18n/index.js";
import { toast } from "../ui/dom.js";
import { showKinds } from "./device.js";
import { pushMark } from "./mark.js";

/** @import { PushKind } from "./mark.js" */

/** Let this browser show one more kind of notifications, by a button that is of no use then. @param {PushKind} kind @param {HTMLElement} button */
export async function offer(kind, button) {
  const settings = await showKinds([...(pushMark()?.kinds ?? []), kind]);
  toast(t(settings ? "pushOn" : "pushDenied"));
  button.remove();
}
