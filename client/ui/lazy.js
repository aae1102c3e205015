import { t } from "../i18n/index.js";
import { hasLearned, preferences } from "../preferences/preferences.js";
import { toast } from "./dom.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { Child } from "./dom.js" */
/** @import { SoundName } from "./sound.js" */

/** What is seldom needed is loaded when it is used. */

/** Share a sentence and a link. @param {string} text @param {string} url */
export const shareLater = async (text, url) => (await import("./share.js")).share(text, url);

/** Open a dialog. @param {string} title @param {Child[]} children */
export const dialogLater = async (title, ...children) =>
  (await import("./dialog.js")).openDialog(title, ...children);

/** Ask before something that cannot be undone. @type {(question: string, yes: string) => Promise<boolean>} */
export const confirmed = async (question, yes) => (await import("./dialog.js")).confirmed(question, yes);

/** Open the rules of the game. */
export const rulesLater = async () => (await import("../learn/rules-sheet.js")).openRules();

/** What went wrong, as `errorText` says it; in few words, if that cannot be had. @type {(code: string, message?: string) => Promise<string>} */
export const problemText = (code, message) =>
  import("./errors.js").then(
    ({ errorText }) => errorText(code, message),
    () => message || t("sorry"),
  );

/** Say in passing what went wrong. @type {(code: string, message?: string) => Promise<void>} */
export const toastProblem = async (code, message) => toast(await problemText(code, message));

/** Give tips on the first board that this browser shows in a game, if they can be had. @param {BoardView} view @param {AbortSignal} signal */
export function coachLater(view, signal) {
  if (!hasLearned())
    import("../learn/coach-marks.js").then(({ coach }) => coach(view, signal)).catch(() => {});
}

/** Play a sound, if sounds are on and it can be had. @param {SoundName} name */
export async function sound(name) {
  if (preferences.sound === "on") (await import("./sound.js").catch(() => null))?.play(name);
}
