import { moreTexts } from "../i18n/index.js";
import { h } from "./dom.js";

/** @import { Settings } from "../net/messages.js" */

/**
 * The settings of a room behind a summary, loaded when they are looked at.
 * @param {string} summary @param {Settings} settings @param {string} action @param {(settings: Settings) => void} done
 */
export function lazyRoomForm(summary, settings, action, done) {
  const details = h("details", {}, h("summary", {}, summary));
  details.ontoggle = async () => {
    details.ontoggle = null;
    const [{ roomForm }] = await Promise.all([import("../screens/roomform.js"), moreTexts()]);
    details.append(roomForm(settings, action, done));
  };
  return details;
}

/** Shares a sentence and a link. @param {string} text @param {string} url */
export const shareLater = async (text, url) => (await import("./share.js")).share(text, url);

/** Asks before something that cannot be taken back. @type {(question: string, yes: string) => Promise<boolean>} */
export const confirmed = async (question, yes) => (await import("./dialog.js")).confirmed(question, yes);
