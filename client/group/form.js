import { t } from "../i18n/index.js";
import { begins, h } from "../ui/dom.js";

/** @import { Group, NewGroup } from "../net/messages.js" */

/** @type {Group["colour"][]} */
const COLOURS = ["green", "teal", "blue", "violet", "rose", "red", "gold", "slate"];
const MAX_NAME_LENGTH = 24;

/** A form for the name and the settings of a group. @param {Partial<Group>} group @param {string} submit text of its button @param {(values: NewGroup) => Promise<unknown>} onsubmit @param {string} [level] of its button */
export function groupForm(group, submit, onsubmit, level = "btn") {
  const { name = "", colour = "green", private: isPrivate = true, approval = false } = group;
  const nameField = h("input", {
    value: name,
    required: true,
    maxlength: MAX_NAME_LENGTH,
    autocomplete: "off",
  });
  const colourField = h(
    "select",
    {},
    ...COLOURS.map((each) => h("option", { value: each }, t(`colour_${each}`))),
  );
  colourField.value = colour;
  const privateField = h("input", { type: "checkbox", checked: isPrivate });
  const approvalField = h("input", { type: "checkbox", checked: approval });
  const send = () =>
    onsubmit({
      name: nameField.value,
      colour: /** @type {Group["colour"]} */ (colourField.value),
      private: privateField.checked,
      approval: approvalField.checked,
    });
  return h(
    "form",
    { class: "stack", onsubmit: begins(send) },
    h("label", {}, t("groupName"), nameField),
    h("label", {}, t("groupColour"), colourField),
    h("label", { class: "checkbox" }, privateField, t("makePrivate")),
    h("label", { class: "checkbox" }, approvalField, t("needsApproval")),
    h("div", { class: "row" }, h("button", { class: level }, submit)),
  );
}
