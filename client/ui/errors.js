import { t, tOr } from "../i18n/index.js";
import { toast } from "./dom.js";

/** Return what went wrong: in the language of the page if there is a text for the code, else the server's sentence. @type {(code: string, message?: string) => Promise<string>} */
export async function errorText(code, message) {
  return tOr(`e_${code}`, message || t("sorry"));
}

/** Say in passing what went wrong, unless nobody waits for it any more. @param {any} error of the API; any other one is of something that could not be loaded */
export async function toastError(error) {
  if (error.name === "AbortError") return;
  if (!error.code) console.error(error);
  await toastProblem(error.code || "unreachable", error.message);
}

/** @type {(code: string, message?: string) => Promise<void>} */
export async function toastProblem(code, message) {
  toast(await errorText(code, message));
}
