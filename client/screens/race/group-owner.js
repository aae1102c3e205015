import { t, variantName } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { ownTimeZone } from "../../ui/browser.js";
import { sureButton } from "../../ui/dialog.js";
import { h, link } from "../../ui/dom.js";
import { typedToConfirm, VARIANT_NAMES } from "../../ui/fields.js";
import { choice, formOf } from "../../ui/forms.js";
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
  const details = h(
    "div.stack",
    { hidden: !variant },
    choice(t("dailyHour"), "hour", HOURS, (each) => `${`${each}`.padStart(2, "0")}:00`, hour),
    choice(t("dailyZone"), "zone", zonesWith(zone), String, variant ? zone : ownTimeZone()),
    note(t("dailyHelp")),
  );
  const dailyText = (/** @type {string} */ name) =>
    name ? t("ownDailyOf", { variant: variantName(name) }) : t("worldDaily");
  const onchange = (/** @type {any} */ { target }) => details.toggleAttribute("hidden", !target.value);
  const divisionsText = (/** @type {number} */ n) => (n ? t("divisionsOf", { n }) : t("noDivisions"));
  return formOf(
    [
      choice(t("dailyOfGroup"), "variant", ["", ...VARIANT_NAMES], dailyText, variant, { onchange }),
      details,
      choice(t("divisions"), "divisions", SIZES, divisionsText, group.divisions ?? 0),
      note(t("divisionsHelp")),
    ],
    t("saveDaily"),
    async (/** @type {wire.GroupDaily & Pick<wire.GroupChange, "divisions">} */ { divisions, ...daily }) => {
      update(await call("PATCH groups/{group}", { group: code, daily, divisions }));
      toast(t("groupSaved"));
    },
  );
}

/** The time zones to choose from. @param {string} current */
const zonesWith = (current) =>
  [...new Set(["UTC", ownTimeZone(), current, ...(Intl.supportedValuesOf?.("timeZone") ?? [])])].sort();

/** The actions that only the owners of a group have: change it, renew its link, delete it. @param {Context} context */
export function ownerParts(context) {
  const { group, code, update } = context;
  const save = groupForm(group, t("saveGroup"), async (values) => {
    update(await call("PATCH groups/{group}", { group: code, ...values }));
    toast(t("groupSaved"));
  });
  const renew = async () => {
    update(await call("POST groups/{group}/invitation", { group: code }));
    toast(t("linkRenewed"));
  };
  return [
    folded(
      t("groupSettings"),
      save,
      dailyForm(context),
      row(
        sureButton(t("renewLink"), t("renewSure"), renew),
        link(`/group/${code}/webhooks`, t("toWebhooks"), "btn"),
      ),
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
