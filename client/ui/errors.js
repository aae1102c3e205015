import { loadTexts, t, tOr } from "../i18n/index.js";
import { button, h, link, toast } from "./dom.js";
import { load } from "./load.js";

/** @import { Child } from "./dom.js" */
/** @typedef {{ code: string, message: string }} Problem a stable code and a sentence, as the server and the rules give them */

/** The buttons of an error page by the code of the error, besides the one to the first page. @type {{ [code: string]: () => Child }} */
const WAYS_OUT = {
  sealed_daily: () => link("/daily", t("daily"), { class: "btn main" }),
  unknown_protocol: () => button(t("reload"), () => location.reload(), { class: "btn main" }),
};

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

/**
 * Return a page that says why there is nothing to show, and where to go on.
 * @param {any} error @param {Child[]} ways
 */
export async function errorPage(error, ...ways) {
  const { code = "", message = String(error) } = error;
  const reason = h("p", {}, await load(errorText(code, message), "ui/page.css"));
  const links = h("p", { class: "row" }, WAYS_OUT[code]?.(), ...ways, link("/", t("home"), { class: "btn" }));
  return h(
    "div",
    { class: "page" },
    h("section", { class: "panel" }, h("h1", {}, t("sorry")), reason, links),
  );
}
