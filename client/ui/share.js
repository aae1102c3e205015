import { t } from "../i18n/index.js";
import { openDialog } from "./dialog.js";
import { h, toast } from "./dom.js";

/** Share a sentence and a link: by the browser's own dialog, by the clipboard, or in a field to copy from. @param {string} text @param {string} url */
export async function share(text, url) {
  const whole = `${text} ${url}`;
  if (navigator.share && matchMedia("(pointer: coarse)").matches)
    return navigator.share({ text, url }).catch(() => {});
  try {
    await navigator.clipboard.writeText(whole);
    toast(t("copied"));
  } catch {
    const field = h("textarea", { readonly: true, "aria-label": t("share") }, whole);
    openDialog(t("share"), h("p", {}, t("copyHelp")), field);
    field.select();
  }
}
