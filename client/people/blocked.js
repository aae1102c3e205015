import { t } from "../i18n/index.js";
import { blocks } from "../net/account.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { playerTag } from "./names.js";
import { setBlocked } from "./person.js";

/** @import { BlockedPlayer } from "../net/messages.js" */

/** Show whom the player blocks; each block can be ended. */
export async function openBlocked() {
  const { players } = await blocks();
  const list = h("ul", { class: "list" }, ...players.map(item));
  openDialog(t("blockedPlayers"), players.length ? list : h("p", {}, t("nobodyBlocked")));
}

/** @param {BlockedPlayer} player */
function item({ id, name }) {
  /** @returns {Promise<void>} */
  const unblock = () => setBlocked(id, false).then(() => element.remove());
  /** @type {HTMLElement} */
  const element = h(
    "li",
    {},
    h("span", { class: "grow" }, name, playerTag(id)),
    button(t("unblock"), unblock, { "aria-label": `${t("unblock")}: ${name}` }),
  );
  return element;
}
