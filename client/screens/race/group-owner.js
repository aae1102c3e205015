import { t, variantName } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { ownTimeZone } from "../../ui/browser.js";
import { confirmed } from "../../ui/dialog.js";
import { begins, button, h, link } from "../../ui/dom.js";
import { select, typedToConfirm, VARIANT_NAMES } from "../../ui/fields.js";
import { folded, note, row, stack } from "../../ui/parts.js";
import { go } from "../../ui/router.js";
import { toast } from "../../ui/say.js";
import { groupForm } from "./groups.js";

/** @import { Context } from "./group.js" */

const SIZES = [0, 4, 6, 8, 12];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The daily that a group plays, for its owners. @param {Context} context */
function dailyForm({ group, code, update }) {
  const { variant = "", zone = "UTC", hour = 0 } = group.daily ?? {};
  const variantField = select(
    ["", ...VARIANT_NAMES],
    (name) => (name ? t("ownDailyOf", { variant: variantName(name) }) : t("worldDaily")),
    variant,
  );
  const divisions = select(
    SIZES,
    (n) => (n ? t("divisionsOf", { n }) : t("noDivisions")),
    group.divisions ?? 0,
  );
  const zoneField = select(zones(zone), String, variant ? zone : ownTimeZone());
  const hourField = select(HOURS, (each) => `${`${each}`.padStart(2, "0")}:00`, hour);
  const details = h(
    "div.stack",
    { hidden: !variant },
    h("label", t("dailyHour"), hourField),
    h("label", t("dailyZone"), zoneField),
    note(t("dailyHelp")),
  );
  variantField.onchange = () => {
    details.hidden = !variantField.value;
  };
  const onsubmit = begins(async () => {
    const daily = { variant: variantField.value, zone: zoneField.value, hour: Number(hourField.value) };
    const size = /** @type {wire.GroupChange["divisions"]} */ (Number(divisions.value));
    update(await call("PATCH groups/{group}", { group: code, daily, divisions: size }));
    toast(t("groupSaved"));
  });
  return h(
    "form.stack",
    { onsubmit },
    h("label", t("dailyOfGroup"), variantField),
    details,
    h("label", t("divisions"), divisions),
    note(t("divisionsHelp")),
    row(h("button.btn", t("saveDaily"))),
  );
}

/** The time zones to choose from. @param {string} current */
const zones = (current) =>
  [...new Set(["UTC", ownTimeZone(), current, ...(Intl.supportedValuesOf?.("timeZone") ?? [])])].sort();

/** What only the owners of a group may do: change it, renew its link, delete it. @param {Context} context */
export function ownerParts(context) {
  const { group, code, update } = context;
  const save = groupForm(group, t("saveGroup"), async (values) => {
    update(await call("PATCH groups/{group}", { group: code, ...values }));
    toast(t("groupSaved"));
  });
  const renew = async () => {
    if (!(await confirmed(t("renewSure"), t("renewLink")))) return;
    update(await call("POST groups/{group}/invitation", { group: code }));
    toast(t("linkRenewed"));
  };
  return [
    folded(
      t("groupSettings"),
      save,
      dailyForm(context),
      row(button(t("renewLink"), renew), link(`/group/${code}/webhooks`, t("toWebhooks"), "btn")),
      group.role === "owner" && deletion(context),
    ),
  ];
}

/** Deletion, confirmed by typing the name. @param {Context} context */
function deletion({ group, code }) {
  const act = async (/** @type {string} */ typed) => {
    await call("DELETE groups/{group}", { group: code, name: typed });
    toast(t("groupDeleted"));
    await go("/group");
  };
  const label = t("typeGroupName", { name: group.name });
  return stack(
    h("p.small", t("deleteGroupHelp"), " ", label),
    typedToConfirm(label, group.name, t("deleteGroup"), act),
  );
}
