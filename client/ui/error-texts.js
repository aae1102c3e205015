import { t, tOr } from "../i18n/index.js";

/** What went wrong: in the language of the page if there is a text for the code, else the server's sentence. @type {(code: string, message?: string) => string} */
export const errorText = (code, message) => tOr(`e_${code}`, message || t("sorry"));

/** What to do where the heading says already what has happened; else what has happened. @type {(code: string, message: string) => string} */
export const reasonText = (code, message) => tOr(`way_${code}`, errorText(code, message));
