import { t } from "../i18n/index.js";
import { groups, newGroup } from "../net/groups.js";
import { h } from "../ui/dom.js";
import { go } from "../ui/router.js";
import { groupForm } from "./form.js";
import { groupList, keepInGroups } from "./mine.js";

/** The own groups, and a form to make one. @param {HTMLElement} place @param {AbortSignal} signal */
export async function showGroups(place, signal) {
  const { groups: list } = await groups(signal);
  keepInGroups(list.length > 0);
  const make = h(
    "section",
    { class: "panel" },
    h("h2", {}, t("newGroup")),
    h("p", { class: "soft" }, t("newGroupHelp")),
    groupForm(
      {},
      t("makeGroup"),
      async (values) => go(`/group/${(await newGroup(values)).code}`),
      "btn main",
    ),
  );
  const own = h(
    "section",
    { class: "panel" },
    h("h2", {}, t("myGroups")),
    list.length ? groupList(list) : h("p", { class: "soft" }, t("noGroups")),
  );
  place.append(h("h1", { class: "full-width" }, t("groups")), own, make);
}
