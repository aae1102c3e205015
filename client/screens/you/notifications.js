import { t } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { canPush, showKinds } from "../../push/subscription.js";
import { openDialog } from "../../ui/dialog.js";
import { button, h } from "../../ui/dom.js";
import { checkbox, checkboxLabel } from "../../ui/fields.js";
import { list, note, stack } from "../../ui/parts.js";
import { toast, toastError } from "../../ui/say.js";
import { deviceRow } from "./devices.js";

/** @import { PushKind } from "../../push/subscription.js" */
/** @typedef {(settings: wire.PushSettings) => void} Show */

const KINDS = /** @type {const} */ (["challenges", "starts", "streak"]);

/** Show the notifications on this device and others; each kind is turned on by a tap. */
export async function openPush() {
  const place = stack();
  const show = (/** @type {wire.PushSettings} */ settings) => place.replaceChildren(...parts(settings, show));
  show(await call("GET me/push"));
  openDialog(t("pushTitle"), place);
}

/** @type {(settings: wire.PushSettings, show: Show) => HTMLElement[]} */
function parts({ key, devices }, show) {
  const on = devices.find(({ current }) => current)?.kinds ?? [];
  const others = devices.filter(({ current }) => !current);
  return [
    ...(key && canPush() && Notification.permission !== "denied"
      ? [
          note(t("pushHelp")),
          ...KINDS.map((kind) => kindSwitch(kind, on, show)),
          h(
            "div.row",
            { hidden: !on.length },
            button(t("pushTest"), () => call("POST me/push/test").then(() => toast(t("pushTestSent")))),
          ),
        ]
      : [h("p", whyNot(key))]),
    ...(others.length ? [h("h3", t("pushOthers")), list(...others.map((each) => item(each, show)))] : []),
  ];
}

/** @param {string | null | undefined} key */
function whyNot(key) {
  if (!key) return t("pushNone");
  if (canPush()) return t("pushDenied");
  return t("standalone" in navigator && !navigator.standalone ? "pushHomeScreen" : "pushImpossible");
}

/** @type {(kind: PushKind, on: PushKind[], show: Show) => HTMLElement} */
function kindSwitch(kind, on, show) {
  const field = checkbox(on.includes(kind), { "aria-describedby": `push-${kind}` });
  field.onchange = async () => {
    const kinds = KINDS.filter((each) => (each === kind ? field.checked : on.includes(each)));
    try {
      show((await showKinds(kinds)) ?? (await call("GET me/push")));
    } catch (error) {
      field.checked = on.includes(kind);
      await toastError(error);
    }
  };
  return h(
    "div",
    checkboxLabel(field, t(`push_${kind}`)),
    h("p.small.soft", { id: `push-${kind}` }, t(`pushHelp_${kind}`)),
  );
}

/** @type {(device: wire.PushDevice, show: Show) => HTMLElement} */
const item = ({ id, device, kinds }, show) =>
  deviceRow(
    device,
    kinds.map((kind) => t(`push_${kind}`)).join(", "),
    button(t("pushRemove"), () => call("DELETE me/push/{device}", { device: id }).then(show), "btn", device),
  );
