import { t } from "../i18n/index.js";
import { reportLater } from "../moderation/later.js";
import { tagOf } from "../profile/tag.js";
import { openDialog } from "../ui/dialog.js";
import { button, h, toast } from "../ui/dom.js";
import { isBlocked, loadBlocks, setBlocked } from "./blocks.js";

/** @import { Named } from "./names.js" */
/** Where somebody was met: a line of the chat of a room, a room that the player hosts. @typedef {{ room?: string, line?: string, remove?: () => void, mute?: () => { isOn: boolean, set: (isOn: boolean) => void } | undefined }} Met */

/** What can be done about somebody: look at the profile, report, block. @type {(person: Named, met: Met) => Promise<void>} */
export async function openMenu({ player, name }, { room, line, remove, mute }) {
  await loadBlocks();
  const muting = mute?.();
  const isOn = isBlocked(player);
  const then = (/** @type {() => unknown} */ action) => () => {
    dialog.close();
    return action();
  };
  const dialog = openDialog(
    `${name} #${tagOf(player)}`,
    h(
      "div",
      { class: "stack" },
      line && h("blockquote", { class: "small" }, line),
      location.pathname !== `/p/${player}` &&
        h("a", { href: `/p/${player}`, class: "btn", ...(room && { target: "_blank" }) }, t("profileOf")),
      button(
        t("reportIt"),
        then(() => reportLater(name, { player, ...(line && { room, line }) })),
      ),
      muting &&
        button(
          t(muting.isOn ? "unmuteHere" : "muteHere"),
          then(() => muting.set(!muting.isOn)),
        ),
      button(
        t(isOn ? "unblock" : "block"),
        then(() => block(player, name, !isOn, remove)),
      ),
      h("p", { class: "small soft" }, t(isOn ? "unblockHelp" : "blockHelp")),
    ),
  );
}

/** @type {(player: string, name: string, isOn: boolean, remove?: () => void) => Promise<void>} */
async function block(player, name, isOn, remove) {
  await setBlocked(player, isOn);
  toast(t(isOn ? "isBlocked" : "isUnblocked", { name }));
  if (isOn) remove?.();
}
