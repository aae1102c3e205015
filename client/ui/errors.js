import { loadTexts, t, tOr } from "../i18n/index.js";
import { toast } from "./dom.js";

/** Return what went wrong: in the language of the page if there is a text for the code, else the server's sentence. @type {(code: string, message?: string) => Promise<string>} */
export async function errorText(code, message) {
  await loadTexts("errors").catch(() => {});
  return tOr(`e_${code}`, message || t("sorry"));
}

/** Say an error in passing, unless it comes from a screen that was left. @param {any} error of the API, or unexpected @param {AbortSignal} [signal] of the screen */
export async function toastError(error, signal) {
  if (!signal?.aborted) await toastProblem(error?.code ?? "", error?.message ?? String(error));
}

/** @type {(code: string, message?: string) => Promise<void>} */
export async function toastProblem(code, message) {
  toast(await errorText(code, message));
}
