import { tOr } from "../i18n/index.js";
import { toast } from "./dom.js";

/** What went wrong, in words: in one's language if there are some. @type {(code: string, message: string) => string} */
export const problemText = (code, message) => tOr(`e_${code}`, message);

/** @param {any} error of the API */
export const sayProblem = (error) => toast(problemText(error?.code ?? "", error?.message ?? String(error)));

/** @param {string} code @param {string} [message] */
export function sayRefusal(code, message = code) {
  toast(problemText(code, message));
}
