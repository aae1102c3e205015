import { loadTexts, t, tOr } from "../i18n/index.js";
import { toast } from "./dom.js";

/**
 * What went wrong, in words: in one's language if there are some, else as the server says it.
 * @param {string} code @param {string} [message]
 */
export async function problemText(code, message) {
  await loadTexts("errors").catch(() => {});
  return tOr(`e_${code}`, message || t("sorry"));
}

/** @param {any} error of the API */
export const sayProblem = (error) => sayRefusal(error?.code ?? "", error?.message ?? String(error));

/** @param {string} code @param {string} [message] */
export async function sayRefusal(code, message) {
  toast(await problemText(code, message));
}
