import { t } from "../i18n/index.js";
import { call, self } from "../net/api.js";
import { begins, h } from "../ui/dom.js";
import { setMark } from "../ui/preferences.js";
import { toast, toastError } from "../ui/say.js";
import { onAbort } from "../ui/timers.js";

const MAX_LENGTH = 24;

/** A form to change the own name. @param {AbortSignal} [signal] of the screen */
export function nameForm(signal) {
  const field = nameField(t("yourName"), signal);
  const onsubmit = begins(() => renameTo(field.value));
  return h("form.row", { onsubmit }, field, h("button.btn", t("save")));
}

/** Ask a newcomer for a name, which is filled in: another one is taken as soon as it is written. @param {AbortSignal} signal of the screen */
export function nameQuestion(signal) {
  const field = nameField(t("nameQuestion"), signal);
  const onsubmit = begins(() => renameTo(field.value));
  const form = h("form.name-question", { onsubmit }, h("label", t("nameQuestion"), field));
  field.onchange = () => form.requestSubmit();
  onAbort(signal, () => setMark("named"));
  return form;
}

/** @type {(label: string, signal?: AbortSignal) => HTMLInputElement} */
function nameField(label, signal) {
  const field = h("input.grow", {
    maxlength: MAX_LENGTH,
    required: true,
    "aria-label": label,
    autocomplete: "nickname",
  });
  self(signal).then((player) => {
    field.value ||= player?.name ?? "";
  }, toastError);
  return field;
}

/** @param {string} wanted */
const renameTo = (wanted) =>
  call("PATCH me", { name: wanted }).then(({ name }) => toast(t("youAre", { name })));
