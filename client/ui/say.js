import { t } from "../i18n/index.js";

/** Messages of the page in passing: to the eye, and to screen readers. */

/** Let a screen reader say something; the visible change is painted first. @param {string} text */
export function announce(text) {
  afterPaint(() => {
    /** @type {HTMLElement} */ (document.getElementById("live")).textContent = text;
  });
}

/** Do an action once that is painted which has changed until now. @type {(action: () => void) => void} */
export const afterPaint = (action) => void requestAnimationFrame(() => setTimeout(action));

const TOAST_MS = 3500;
/** @type {ReturnType<typeof setTimeout>} */
let toastTimer;

/** Show and announce something for a moment. @param {string} text */
export function toast(text) {
  const element = /** @type {HTMLElement} */ (document.getElementById("toast"));
  element.textContent = text;
  element.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove("on"), TOAST_MS);
}

/** The text of an error: as `errorTexts` has it; in few words, if that cannot be had. @type {(code: string, message?: string) => Promise<string>} */
export const errorText = (code, message) =>
  import("./error-texts.js").then(
    ({ errorText }) => errorText(code, message),
    () => message || t("sorry"),
  );

/** Say an error in passing. @type {(code: string, message?: string) => Promise<void>} */
export const toastProblem = async (code, message) => toast(await errorText(code, message));

/** The same of an error, unless nobody waits for it any more. @param {any} error of the API; any other one is of something that could not be loaded */
export async function toastError(error) {
  if (error.name === "AbortError") return;
  if (!error.code) console.error(error);
  await toastProblem(error.code || "unreachable", error.message);
}
