import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";

/** When typing has paused for so long, it is searched (ms). */
const PAUSE_MS = 250;
/** As much of a name as the server takes. */
const MAX_TEXT = 32;

/** A field to find players by name. @type {(onText: (text: string) => void, signal: AbortSignal) => HTMLElement} */
export function searchField(onText, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let searched = "";
  onAbort(signal, () => clearTimeout(timer));
  const field = h("input", {
    type: "search",
    class: "grow",
    maxlength: MAX_TEXT,
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    placeholder: t("findPlayer"),
    "aria-label": t("findPlayer"),
  });
  const search = () => {
    clearTimeout(timer);
    const text = field.value.trim();
    if (text === searched) return;
    searched = text;
    onText(text);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    search();
  };
  field.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
  };
  return h(
    "form",
    {
      class: "row",
      role: "search",
      onsubmit: submit,
    },
    field,
  );
}
