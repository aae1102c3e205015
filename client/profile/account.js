import { t } from "../i18n/index.js";
import { deleteMe, EXPORT, provider } from "../net/account.js";
import { nameForm } from "../people/names.js";
import { begins, button, h, link } from "../ui/dom.js";
import { keepRoom } from "../ui/preferences.js";
import { go } from "../ui/router.js";
import { toast } from "../ui/say.js";
import { recovery } from "./recovery.js";

/** @import { Me } from "../net/messages.js" */

/** What only the owner of an account may do: rename, export, move to another browser, delete. @param {Me} self @param {AbortSignal} signal of the screen */
export const account = (self, signal) =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("yourName")),
    nameForm(signal),
    h("h2", {}, t("yourData")),
    h("p", { class: "small soft" }, t("exportHelp")),
    h(
      "div",
      { class: "row" },
      h("a", { href: EXPORT, download: "gaprace.json", class: "btn" }, t("exportIt")),
    ),
    h(
      "div",
      { class: "menu" },
      link("/group", t("yourGroups"), { class: "btn" }),
      button(t("fromModerators"), async () => (await import("./notice.js")).openDecisionsLater()),
      button(t("blockedPlayers"), async () => (await import("../people/blocked.js")).openBlocked()),
      button(t("sessionsTitle"), async () => (await import("./sessions.js")).openSessions()),
      button(t("addDevice"), async () => (await import("./add-device.js")).openAddDevice()),
      provider() && button(provider(), async () => (await import("./sign-in.js")).openSignIn()),
      button(t("pushTitle"), async () => (await import("../push/dialog.js")).openPush()),
    ),
    recovery(self),
    deletion(self.name),
  );

/** Deletion, confirmed by typing the name. @param {string} name */
function deletion(name) {
  const field = h("input", {
    "aria-label": t("typeName", { name }),
    placeholder: name,
    class: "grow",
    autocomplete: "off",
  });
  const yes = h("button", { class: "btn danger", disabled: true }, t("deleteMe"));
  field.oninput = () => {
    yes.disabled = field.value.trim() !== name;
  };
  const send = async () => {
    await deleteMe(field.value.trim());
    keepRoom(null);
    go("/");
    toast(t("deleted"));
  };
  return h(
    "details",
    {},
    h("summary", {}, t("deleteMe")),
    h("p", { class: "small" }, t("deleteHelp")),
    h("p", { class: "small" }, t("typeName", { name })),
    h("form", { class: "row", onsubmit: begins(send) }, field, yes),
  );
}
