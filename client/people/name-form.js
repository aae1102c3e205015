import { t } from "../i18n/index.js";
import { rename } from "../net/account.js";
import { self } from "../net/api.js";
import { begins, h } from "../ui/dom.js";
import { toast, toastError } from "../ui/say.js";

const MAX_LENGTH = 24;

/** A form to change the own name. @param {AbortSignal} [signal] of the screen */
export function nameForm(signal) {
  const field = h("input.grow", {
    maxlength: MAX_LENGTH,
    required: true,
    "aria-label": t("yourName"),
    autocomplete: "nickname",
  });
  self(signal).then((player) => {
    field.value ||= player?.name ?? "";
  }, toastError);
  const onsubmit = begins(() => rename(field.value).then(({ name }) => toast(t("youAre", { name }))));
  return h("form.row", { onsubmit }, field, h("button.btn", t("rename")));
}
