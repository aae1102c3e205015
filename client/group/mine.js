import { t } from "../i18n/index.js";
import { groups } from "../net/groups.js";
import { h, link } from "../ui/dom.js";
import { read, write } from "../ui/preferences.js";
import { groupPicture } from "./picture.js";

/** @import { GroupSummary } from "../net/messages.js" */

const IN_GROUPS = "gaprace.groups";

/** Remember whether the player of this browser is in a group: only then the first page asks for them. @param {boolean} isIn */
export function keepInGroups(isIn) {
  if (!!read(IN_GROUPS) !== isIn) write(IN_GROUPS, isIn || null);
}

/** The own groups, as a list of links. @param {GroupSummary[]} list */
export const groupList = (list) => h("ul", { class: "list" }, ...list.map(item));

/** Show the own groups on another page, or nothing without any. @param {HTMLElement} element @param {AbortSignal} signal */
export async function showMine(element, signal) {
  const { groups: list } = await groups(signal);
  keepInGroups(list.length > 0);
  element.hidden = !list.length;
  element.replaceChildren(h("h2", {}, link("/group", t("myGroups"))), groupList(list));
}

/** @param {GroupSummary} group */
const item = ({ code, name, colour, size, role, waiting = 0 }) =>
  h(
    "li",
    {},
    groupPicture({ name, colour }),
    h(
      "span",
      { class: "grow" },
      link(`/group/${code}`, h("b", {}, name)),
      h("br"),
      h(
        "span",
        { class: "small soft" },
        role === "pending" ? t("waitsForOwner") : t("groupSize", { n: size }),
        waiting > 0 && ` · ${t("someWait", { n: waiting })}`,
      ),
    ),
  );
