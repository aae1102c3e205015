import { t } from "../i18n/index.js";
import { call } from "../net/api.js";
import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { choice, formOf } from "../ui/forms.js";
import { loadStyles } from "../ui/load.js";
import { note } from "../ui/parts.js";
import { toast } from "../ui/say.js";

/** @typedef {wire.NewReport["reason"]} Reason */
/** @typedef {Omit<wire.NewReport, "reason" | "note">} Subject the player, and the game or the line of chat */

/** @type {Reason[]} */
const REASONS = ["cheating", "insult", "name", "spam", "other"];
const MAX_LENGTH = 500;

/** Ask why a player is to be reported, and report. @param {string} name of the player @param {Subject} subject */
export async function openReport(name, subject) {
  await loadStyles("ui/page.css");
  const usual = subject.line ? "insult" : subject.game ? "cheating" : "name";
  const field = h("textarea", {
    name: "note",
    maxlength: MAX_LENGTH,
    "aria-label": t("reportNote"),
    placeholder: t("reportNote"),
  });
  const send = async (/** @type {Pick<wire.NewReport, "reason" | "note">} */ values) => {
    await call("POST reports", { ...subject, ...values });
    dialog.close();
    toast(t("reported"));
  };
  const dialog = openDialog(
    t("reportPlayer", { name }),
    subject.line && h("blockquote.small", subject.line),
    formOf(
      [
        choice(t("reportWhy"), "reason", REASONS, (each) => t(`reason_${each}`), usual),
        field,
        note(t("reportHelp")),
      ],
      t("reportSend"),
      send,
      "btn main",
    ),
  );
}
