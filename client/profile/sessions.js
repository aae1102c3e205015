import { t } from "../i18n/index.js";
import { endSession, programToken, sessions } from "../net/account.js";
import { openDialog } from "../ui/dialog.js";
import { begins, button, h } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { deviceRow } from "./device-row.js";

/** @import { OpenSession } from "../net/messages.js" */

/** Show where the player is signed in; each session but this one can be ended. */
export async function openSessions() {
  const list = h("ul", { class: "list" });
  const show = (/** @type {OpenSession[]} */ all) =>
    list.replaceChildren(...all.map((each) => item(each, show)));
  show((await sessions()).sessions);
  openDialog(t("sessionsTitle"), list, newToken(show));
}

/** What makes a token for a program, and shows it once. @param {(all: OpenSession[]) => void} show */
function newToken(show) {
  const name = /** @type {HTMLInputElement} */ (h("input", { maxlength: 40, required: true }));
  const scope = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      {},
      h("option", { value: "play" }, t("tokenPlays")),
      h("option", { value: "read" }, t("tokenReads")),
    )
  );
  const made = h("output", {});
  const make = async () => {
    const { token } = await programToken({
      name: name.value,
      scope: /** @type {"read" | "play"} */ (scope.value),
    });
    made.replaceChildren(
      h("p", {}, t("tokenMade")),
      h("input", { value: token, readonly: true, "aria-label": t("tokenTitle") }),
    );
    show((await sessions()).sessions);
  };
  const form = h(
    "form",
    { class: "stack", onsubmit: begins(make) },
    h("p", { class: "small soft" }, t("tokenHelp")),
    h("label", {}, t("tokenName"), name),
    h("label", {}, t("tokenScope"), scope),
    h("button", { class: "btn" }, t("tokenMake")),
    made,
  );
  return h("details", {}, h("summary", {}, t("tokenTitle")), form);
}

/** @type {(session: OpenSession, show: (all: OpenSession[]) => void) => HTMLElement} */
function item({ id, device, seen_at, current }, show) {
  const end = () => endSession(id).then((left) => show(left.sessions));
  return deviceRow(
    device,
    current ? t("thisDevice") : t("seenAt", { time: momentText(seen_at) }),
    !current && button(t("endSession"), end, { "aria-label": `${t("endSession")}: ${device}` }),
  );
}
