import { t } from "../i18n/index.js";
import { addPasskey, hasPasskeys, passkeys, removePasskey } from "../net/passkeys.js";
import { openDialog } from "../ui/dialog.js";
import { button, h, toast } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { momentText } from "../ui/format.js";
import { deviceRow } from "./device-row.js";

/** @import { OwnPasskey, PasskeyList } from "../net/messages.js" */

/** Show the own passkeys: each can be removed, and one can be added where the browser has them. */
export async function openPasskeys() {
  const list = h("ul", { class: "list" });
  const show = (/** @type {PasskeyList} */ all) =>
    list.replaceChildren(...all.passkeys.map((each) => item(each, show)));
  const add = () =>
    addPasskey().then((all) => {
      show(all);
      toast(t("passkeyAdded"));
    }, toastRefusal);
  show(await passkeys());
  openDialog(
    t("passkeys"),
    h("p", { class: "small soft" }, t("passkeysHelp")),
    list,
    hasPasskeys()
      ? h("div", { class: "row" }, button(t("passkeyAdd"), add, { class: "btn main" }))
      : h("p", { class: "small" }, t("noPasskeysHere")),
  );
}

/** @type {(passkey: OwnPasskey, show: (all: PasskeyList) => void) => HTMLElement} */
function item({ id, device, created_at, used_at }, show) {
  const remove = () => removePasskey(id).then(show);
  const when = used_at
    ? t("passkeyUsed", { time: momentText(used_at) })
    : t("passkeyMade", { time: momentText(created_at) });
  return deviceRow(
    device,
    when,
    button(t("passkeyRemove"), remove, { "aria-label": `${t("passkeyRemove")}: ${device}` }),
  );
}

/** A player who closes the browser's own dialog knows of it. @param {any} error */
export function toastRefusal(error) {
  if (error.name === "InvalidStateError") toast(t("passkeyThere"));
  else if (error.name !== "NotAllowedError" && error.name !== "AbortError") toastError(error);
}
