import { t } from "../i18n/index.js";
import { endSession, sessions } from "../net/moderation.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { momentText } from "../ui/format.js";

/** @import { OpenSession } from "../net/messages.js" */

/** Show where the player is signed in; each session but this one can be ended. */
export async function openSessions() {
  const list = h("ul", { class: "list" });
  const show = (/** @type {OpenSession[]} */ all) =>
    list.replaceChildren(...all.map((each) => item(each, show)));
  show((await sessions()).sessions);
  openDialog(t("sessionsTitle"), list);
}

/** @type {(session: OpenSession, show: (all: OpenSession[]) => void) => HTMLElement} */
function item({ id, device, seen_at, current }, show) {
  const end = () => endSession(id).then((left) => show(left.sessions), toastError);
  return h(
    "li",
    {},
    h(
      "span",
      { class: "grow" },
      h("b", {}, device || t("unknownDevice")),
      h("br"),
      h(
        "span",
        { class: "small soft" },
        current ? t("thisDevice") : t("seenAt", { time: momentText(seen_at) }),
      ),
    ),
    !current && button(t("endSession"), end, { "aria-label": `${t("endSession")}: ${device}` }),
  );
}
