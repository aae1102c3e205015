import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { botTag } from "./bots.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Member } from "../net/messages.js" */
/** @import { Roles } from "./roles.js" */
/** @import { RoomSession } from "./session.js" */

/** What a list of members says of one: who it is, whether it is there, its role and team, whether it is ready. @type {(session: RoomSession, member: Member, isHere: boolean, roles?: Roles | null, team?: Child) => Child[]} */
export function memberLine({ company, replica }, member, isHere, roles, team = null) {
  const { id, name, ready = false, bot = 0 } = member;
  return [
    h("span", {
      class: `dot${isHere ? " online" : ""}`,
      role: "img",
      "aria-label": t(isHere ? "here" : "away"),
    }),
    h(
      "b",
      { class: "grow" },
      company?.nameOf({ player: id, name }) ?? name,
      id === replica.you?.id && h("span", { class: "soft" }, ` ${t("you")}`),
    ),
    id === replica.room?.host && h("span", { class: "tag" }, t("host")),
    ...(roles?.tags(member) ?? []),
    team,
    bot ? botTag(bot) : ready && h("span", { class: "tag ready" }, t("isReady")),
  ];
}
