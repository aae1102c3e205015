import { t } from "../i18n/index.js";
import { changeGroup, deleteGroup, renewInvitation } from "../net/groups.js";
import { confirmed } from "../ui/dialog.js";
import { begins, button, h, link } from "../ui/dom.js";
import { go } from "../ui/router.js";
import { toast } from "../ui/say.js";
import { dailyForm } from "./daily-form.js";
import { groupForm } from "./form.js";

/** @import { Context } from "./screen.js" */

/** What only the owners of a group may do: change it, renew its link, delete it. @param {Context} context */
export function ownerParts(context) {
  const { group, code, update } = context;
  const save = groupForm(group, t("saveGroup"), async (values) => {
    update(await changeGroup(code, values));
    toast(t("groupSaved"));
  });
  const renew = async () => {
    if (!(await confirmed(t("renewSure"), t("renewLink")))) return;
    update(await renewInvitation(code));
    toast(t("linkRenewed"));
  };
  return [
    h(
      "details",
      {},
      h("summary", {}, t("groupSettings")),
      save,
      dailyForm(context),
      h(
        "div",
        { class: "row" },
        button(t("renewLink"), renew),
        link(`/group/${code}/webhooks`, t("toWebhooks"), { class: "btn" }),
      ),
      group.role === "owner" && deletion(context),
    ),
  ];
}

/** Deletion, confirmed by typing the name. @param {Context} context */
function deletion({ group, code }) {
  const field = h("input", {
    "aria-label": t("typeGroupName", { name: group.name }),
    placeholder: group.name,
    class: "grow",
    autocomplete: "off",
  });
  const yes = h("button", { class: "btn danger", disabled: true }, t("deleteGroup"));
  field.oninput = () => {
    yes.disabled = field.value.trim() !== group.name;
  };
  const onsubmit = begins(async () => {
    await deleteGroup(code, field.value.trim());
    toast(t("groupDeleted"));
    await go("/group");
  });
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "small" }, t("deleteGroupHelp"), " ", t("typeGroupName", { name: group.name })),
    h("form", { class: "row", onsubmit }, field, yes),
  );
}
