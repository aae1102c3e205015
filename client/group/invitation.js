import { t } from "../i18n/index.js";
import { joinGroup, leaveGroup, reportGroup } from "../net/groups.js";
import { button, h, link } from "../ui/dom.js";
import { go } from "../ui/router.js";
import { toast } from "../ui/say.js";
import { groupHeader } from "./header.js";
import { todayPanel } from "./today.js";

/** @import { Context } from "./screen.js" */

/** What somebody sees of a group who does not belong to it: one tap joins. @param {Context} context */
export function parts(context) {
  const { group, code } = context;
  const { role, private: isPrivate } = group;
  return [
    groupHeader(group),
    h("section", { class: "felt full-width" }, ...(role ? waiting(context) : invitation(context))),
    !isPrivate && todayPanel(context),
    h(
      "p",
      { class: "full-width row" },
      button(t("reportGroup"), () => reportGroup(code).then(() => toast(t("reportedGroup"))), {
        class: "btn quiet small",
      }),
    ),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {Context} context */
function invitation({ group, code, update }) {
  const join = () =>
    joinGroup(code).then((joined) => {
      toast(t(joined.role === "pending" ? "askedToJoin" : "joined", { name: joined.name }));
      update(joined);
    });
  return [
    h("p", {}, t(group.approval ? "inviteApproval" : "inviteLead")),
    h("div", { class: "row" }, button(t("joinGroup"), join, { class: "btn main big" })),
  ];
}

/** @param {Context} context */
const waiting = ({ code }) => [
  h("p", {}, t("waitsForOwner")),
  h(
    "div",
    { class: "row" },
    link("/daily", t("n_daily"), { class: "btn main" }),
    button(t("stopWaiting"), () => leaveGroup(code).then(() => go("/group")), {
      class: "btn quiet",
    }),
  ),
];
