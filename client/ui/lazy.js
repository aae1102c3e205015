import { preferences } from "../preferences/preferences.js";

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

/** Play a sound, if sounds are on. @param {SoundName} name */
export async function sound(name) {
  if (preferences.sound === "on") (await import("./sound.js")).play(name);
}
