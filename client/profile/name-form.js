import { t } from "../i18n/index.js";
import { me, rename } from "../net/api.js";
import { h, toast } from "../ui/dom.js";
import { sayProblem } from "../ui/errors.js";

/** One's name, to be changed. */
export function nameForm() {
  const field = h("input", {
    maxlength: 24,
    required: true,
    "aria-label": t("yourName"),
    autocomplete: "nickname",
    class: "grow",
  });
  me().then(({ name }) => {
    field.value ||= name;
  }, sayProblem);
  return h(
    "form",
    {
      class: "row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        rename(field.value).then(({ name }) => {
          toast(t("youAre", { name }));
        }, sayProblem);
      },
    },
    field,
    h("button", { class: "btn" }, t("rename")),
  );
}
