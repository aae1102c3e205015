import { t } from "../i18n/index.js";
import { openDialog } from "./dialog.js";
import { button, h, icon } from "./dom.js";
import { toast } from "./say.js";

/** @typedef {string | Promise<string>} Text a text that may still have to be loaded */

const PICTURE = "image/png";

/** Whether the system's own sheet is the way to share: on phones and tablets. */
const hasSheet = () => !!navigator.share && matchMedia("(pointer: coarse)").matches;

/** Share a text and a link: by the system's sheet, by the clipboard, or in a field to copy from. @param {Text} text @param {string} url */
export async function share(text, url) {
  if (hasSheet()) return navigator.share({ text: await text, url }).catch(() => {});
  const whole = Promise.resolve(text).then((text) => `${text}${text.includes("\n") ? "\n" : " "}${url}`);
  try {
    await copy(whole);
    toast(t("copied"));
  } catch {
    const field = h("textarea", { readonly: true, "aria-label": t("share") }, await whole);
    openDialog(t("share"), h("p", t("copyHelp")), field);
    field.select();
  }
}

/** A button that shares a page of this site, with a text. @type {(label: string, text: () => Text, path: string, look?: Look) => HTMLButtonElement} */
export const shareLink = (label, text, path, look) =>
  button([icon("share"), label], () => share(text(), location.origin + path), look);

/** Some browsers copy only at once, and a text that is not there yet as a promise. @param {Promise<string>} text */
async function copy(text) {
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text);
  const item = new ClipboardItem({
    "text/plain": text.then((text) => new Blob([text], { type: "text/plain" })),
  });
  return navigator.clipboard.write([item]);
}

/** Share a picture: by the system's sheet with a text, by the clipboard, or as a file. @param {Promise<Blob>} picture @param {string} text */
export async function sharePicture(picture, text) {
  if (hasSheet()) {
    const files = [new File([await picture], "gaprace.png", { type: PICTURE })];
    if (navigator.canShare?.({ files })) return navigator.share({ files, text }).catch(() => {});
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ [PICTURE]: picture })]);
    toast(t("pictureCopied"));
  } catch {
    const url = URL.createObjectURL(await picture);
    h("a", { href: url, download: "gaprace.png" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
}
