import { t, variantName } from "../i18n/index.js";
import { changeGroup } from "../net/groups.js";
import { VARIANTS } from "../rules/variants.js";
import { ownTimeZone } from "../ui/browser.js";
import { begins, h } from "../ui/dom.js";
import { toast } from "../ui/say.js";

/** @import { Context } from "./screen.js" */

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The daily that a group plays, for its owners. @param {Context} context */
export function dailyForm({ group, code, update }) {
  const { variant = "", zone = "UTC", hour = 0 } = group.daily ?? {};
  const variantField = select(variant, [
    ["", t("worldDaily")],
    ...VARIANTS.map(
      ({ name }) => /** @type {[string, string]} */ ([name, t("ownDailyOf", { variant: variantName(name) })]),
    ),
  ]);
  const zoneField = select(
    variant ? zone : ownTimeZone(),
    zones(zone).map((each) => [each, each]),
  );
  const hourField = select(
    `${hour}`,
    HOURS.map((each) => [`${each}`, `${`${each}`.padStart(2, "0")}:00`]),
  );
  const details = h(
    "div",
    { class: "stack", hidden: !variant },
    h("label", {}, t("dailyHour"), hourField),
    h("label", {}, t("dailyZone"), zoneField),
    h("p", { class: "small soft" }, t("dailyHelp")),
  );
  variantField.onchange = () => {
    details.hidden = !variantField.value;
  };
  const onsubmit = begins(async () => {
    const daily = { variant: variantField.value, zone: zoneField.value, hour: Number(hourField.value) };
    update(await changeGroup(code, { daily }));
    toast(t("groupSaved"));
  });
  return h(
    "form",
    { class: "stack", onsubmit },
    h("label", {}, t("dailyOfGroup"), variantField),
    details,
    h("div", { class: "row" }, h("button", { class: "btn" }, t("saveDaily"))),
  );
}

/** @param {string} value @param {[string, string][]} options */
function select(value, options) {
  const field = h("select", {}, ...options.map(([each, text]) => h("option", { value: each }, text)));
  field.value = value;
  return field;
}

/** The time zones to choose from. @param {string} current */
const zones = (current) =>
  [...new Set(["UTC", ownTimeZone(), current, ...(Intl.supportedValuesOf?.("timeZone") ?? [])])].sort();
