import { t } from "../i18n/index.js";
import { me, rename } from "../net/api.js";
import { begins, h, toast } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";

const MAX_LENGTH = 24;

/** A form to change the own name. @param {AbortSignal} [signal] of the screen */
export function nameForm(signal) {
  const field = h("input", {
    maxlength: MAX_LENGTH,
    required: true,
    "aria-label": t("yourName"),
    autocomplete: "nickname",
    class: "grow",
  });
  me(signal).then(({ name }) => {
    field.value ||= name;
  }, toastError);
  const onsubmit = begins(() => rename(field.value).then(({ name }) => toast(t("youAre", { name }))));
  return h("form", { class: "row", onsubmit }, field, h("button", { class: "btn" }, t("rename")));
}
