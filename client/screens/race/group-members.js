import { t } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { playerLink, playerName, playerTag } from "../../people/names.js";
import { confirmed, openMenu } from "../../ui/dialog.js";
import { button, h, icon } from "../../ui/dom.js";
import { checkbox, checkboxLabel } from "../../ui/fields.js";
import { folded, list, opener, tag } from "../../ui/parts.js";
import { toastError } from "../../ui/say.js";

/** @import { Context } from "./group.js" */

/** The members, those who wait, and those who were removed. @param {Context} context */
export function membersPanel(context) {
  const { group, code, update } = context;
  const { members = [], shows_me: shows = false } = group;
  const toggle = checkbox(shows, {
    onchange: () =>
      call("PUT groups/{group}/presence", { group: code, shows: toggle.checked }).then(update, toastError),
  });
  const those = (/** @type {(member: wire.GroupMember) => boolean} */ which) =>
    members.filter(which).map((member) => item(member, context));
  const waiting = those(({ role }) => role === "pending");
  const removed = those(({ role }) => role === "removed");
  return h(
    "section.panel.members",
    h("h2", t("members")),
    waiting.length > 0 && h("h3", t("waitToJoin")),
    waiting.length > 0 && list(...waiting),
    list(...those(({ role }) => role !== "pending" && role !== "removed")),
    checkboxLabel(toggle, t("showMe")),
    removed.length > 0 && folded(t("removedMembers"), list(...removed)),
  );
}

/** Mark the members who are about. @param {HTMLElement} panel @param {string[]} about */
export function showAbout(panel, about) {
  for (const mark of panel.querySelectorAll("[data-player]"))
    mark.toggleAttribute("hidden", !about.includes(mark.getAttribute("data-player") ?? ""));
}

/** @param {wire.GroupMember} member @param {Context} context */
const item = (member, context) =>
  h(
    "li",
    h(
      "span.grow",
      playerLink(member.player, member.name),
      playerTag(member.player),
      member.player === context.me && h("span.soft", ` ${t("you")}`),
      h("span.about", { "data-player": member.player, hidden: !member.about }, ` ● ${t("about")}`),
    ),
    (member.role === "owner" || member.role === "co_owner") && tag(t(`role_${member.role}`)),
    h("span.row", ...actions(member, context)),
  );

/** The reader's actions on a member. @param {wire.GroupMember} member @param {Context} context */
function actions({ player, name, role }, { group, code, me, update }) {
  const isOwner = group.role === "owner";
  const isCoOwner = role === "co_owner";
  if (player === me || role === "owner" || !(isOwner || group.role === "co_owner")) return [];
  const values = { name: playerName(name) };
  /** @type {(text: string, step: () => Promise<wire.Group>, sure?: string) => [string, () => Promise<void>, string, string]} */
  const act = (text, step, sure = "") => [
    text,
    async () => {
      if (!sure || (await confirmed(sure, text))) await step().then(update);
    },
    "btn",
    values.name,
  ];
  const give = (/** @type {wire.GroupMember["role"]} */ wanted) => () =>
    call("PUT groups/{group}/members/{player}", { group: code, player, role: wanted });
  const remove = () => call("DELETE groups/{group}/members/{player}", { group: code, player });
  if (role === "pending")
    return [button(...act(t("admit"), give("member"))), button(...act(t("refuse"), remove))];
  if (role === "removed") return [button(...act(t("readmit"), give("member")))];
  if (isCoOwner && !isOwner) return [];
  const manage = () =>
    openMenu(
      values.name,
      isOwner && !isCoOwner && act(t("makeCoOwner"), give("co_owner")),
      isOwner && isCoOwner && act(t("dismissCoOwner"), give("member")),
      isOwner && act(t("handOver"), give("owner"), t("handOverSure", values)),
      act(t("removeMember"), remove, t("removeSure", values)),
    );
  return [opener(icon("more"), manage, "btn quiet icon", t("manageMember", values))];
}
