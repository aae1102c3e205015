import { preferences } from "../preferences/preferences.js";

/** @import { Child } from "./dom.js" */
/** @import { SoundName } from "./sound.js" */

/** Shares a sentence and a link. @param {string} text @param {string} url */
export const shareLater = async (text, url) => (await import("./share.js")).share(text, url);

/** Opens a dialog. @param {string} title @param {Child[]} children */
export const dialogLater = async (title, ...children) =>
  (await import("./dialog.js")).openDialog(title, ...children);

/** Asks before something that cannot be taken back. @type {(question: string, yes: string) => Promise<boolean>} */
export const confirmed = async (question, yes) => (await import("./dialog.js")).confirmed(question, yes);

/** Plays a sound, if they are on. @param {SoundName} name */
export async function sound(name) {
  if (preferences.sound === "on") (await import("./sound.js")).play(name);
}
