import { dotted, t } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { lineField, lineForm } from "../../ui/fields.js";
import { momentText } from "../../ui/format.js";
import { note } from "../../ui/parts.js";

const MAX_LENGTH = 500;

/** Show the decisions of moderators about the player, with the reasons; each decision can be answered once. */
export async function openDecisions() {
  const list = h("ol.list.stack");
  const show = (/** @type {wire.Decision[]} */ all) =>
    list.replaceChildren(...(all.length ? all.map((each) => item(each, show)) : [h("li", t("noDecisions"))]));
  const found = (await request("GET me/decisions")).items;
  show(found);
  openDialog(t("decisionsTitle"), list);
  for (const each of found)
    if (each.read_at == null) await request("POST me/decisions/{id}/read", { id: each.id });
}

/** @type {(decision: wire.Decision, show: (all: wire.Decision[]) => void) => HTMLElement} */
function item({ id, action, reason, at, until, answer, lifted_at }, show) {
  const field = lineField(t("answerOnce"), { maxlength: MAX_LENGTH, required: true });
  const send = (/** @type {string} */ text) =>
    request("POST me/decisions/{id}/answer", { id, text }).then((found) => show(found.items));
  const state =
    lifted_at != null ? t("decisionLifted") : until ? t("decisionUntil", { time: momentText(until) }) : "";
  return h(
    "li.stack",
    h("b", t(`did_${action}`)),
    h("p", reason),
    note(dotted(momentText(at), state)),
    answer ? h("p.small", t("yourAnswer", { text: answer })) : lineForm(field, t("answerSend"), send),
  );
}
