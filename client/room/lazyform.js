import { h } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Settings } from "../net/messages.js" */

/**
 * The settings of a room behind a summary, loaded when they are looked at.
 * @param {string} summary @param {Settings} settings @param {string} action @param {(settings: Settings) => void} done
 */
export function lazyRoomForm(summary, settings, action, done) {
  const details = h("details", {}, h("summary", {}, summary));
  details.ontoggle = async () => {
    details.ontoggle = null;
    const { roomForm } = await load(import("./settings-form.js"), "more");
    details.append(roomForm(settings, action, done));
  };
  return details;
}
