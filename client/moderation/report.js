import { t } from "../i18n/index.js";
import { report } from "../net/moderation.js";
import { openDialog } from "../ui/dialog.js";
import { begins, h, toast } from "../ui/dom.js";

/** @import { NewReport } from "../net/messages.js" */
/** @typedef {NewReport["reason"]} Reason */
/** @typedef {Omit<NewReport, "reason" | "note">} Subject the player, and the game or the line of chat */

/** @type {Reason[]} */
const REASONS = ["cheating", "insult", "name", "spam", "other"];
const MAX_LENGTH = 500;

/** Ask why a player is to be reported, and report. @param {string} name of the player @param {Subject} subject */
export function openReport(name, subject) {
  const reason = h("select", {}, ...REASONS.map((each) => h("option", { value: each }, t(`reason_${each}`))));
  reason.value = subject.line ? "insult" : subject.game ? "cheating" : "name";
  const note = h("textarea", {
    maxlength: MAX_LENGTH,
    "aria-label": t("reportNote"),
    placeholder: t("reportNote"),
  });
  const send = async () => {
    await report({ ...subject, reason: /** @type {Reason} */ (reason.value), note: note.value });
    dialog.close();
    toast(t("reported"));
  };
  const dialog = openDialog(
    t("reportPlayer", { name }),
    subject.line && h("blockquote", { class: "small" }, subject.line),
    h(
      "form",
      { class: "stack", onsubmit: begins(send) },
      h("label", {}, t("reportWhy"), reason),
      note,
      h("p", { class: "small soft" }, t("reportHelp")),
      h("div", { class: "row end" }, h("button", { class: "btn main" }, t("reportSend"))),
    ),
  );
}
