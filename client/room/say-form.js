import { t } from "../i18n/index.js";
import { begins, h } from "../ui/dom.js";

/** @import { RoomSession } from "./session.js" */

const MAX_LENGTH = 300;

/** A form to say something in a room. After an event `refused`, what was said last is in its field again. @param {RoomSession} session @param {string} label */
export function sayForm(session, label) {
  const field = h("input", {
    maxlength: MAX_LENGTH,
    "aria-label": label,
    placeholder: label,
    autocomplete: "off",
  });
  let said = "";
  const onsubmit = begins(() => {
    const text = field.value;
    if (!text.trim() || !session.send({ t: "say", text })) return;
    said = text;
    field.value = "";
  });
  const form = h("form", { onsubmit }, field, h("button", { class: "btn" }, t("send")));
  form.addEventListener("refused", () => {
    field.value ||= said;
  });
  return form;
}
