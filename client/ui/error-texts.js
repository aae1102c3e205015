import { t, tOr } from "../i18n/index.js";

/** The text of an error: in the language of the page if there is a text for the code, else the server's sentence. @type {(code: string, message?: string) => string} */
export const errorText = (code, message) => tOr(`e_${code}`, message || t("sorry"));

/** The way out of an error, where the heading says already what has happened; else the text of the error. @type {(code: string, message: string) => string} */
export const reasonText = (code, message) => tOr(`way_${code}`, errorText(code, message));
