import { t } from "../i18n/index.js";
import { groups, newGroup } from "../net/groups.js";
import { h, link } from "../ui/dom.js";
import { go } from "../ui/router.js";
import { groupForm } from "./form.js";
import { groupPicture } from "./picture.js";

/** @import { GroupSummary } from "../net/messages.js" */

/** The own groups, and a form to make one. @param {HTMLElement} place @param {AbortSignal} signal */
export async function showGroups(place, signal) {
  const { groups: list } = await groups(signal);
  const make = h(
    "section",
    { class: "panel" },
    h("h2", {}, t("newGroup")),
    h("p", { class: "soft" }, t("newGroupHelp")),
    groupForm({}, t("makeGroup"), async (values) => go(`/group/${(await newGroup(values)).code}`)),
  );
  const own = h(
    "section",
    { class: "panel" },
    h("h2", {}, t("myGroups")),
    list.length ? h("ul", { class: "list" }, ...list.map(item)) : h("p", { class: "soft" }, t("noGroups")),
  );
  place.append(h("h1", { class: "full-width" }, t("groups")), own, make);
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
