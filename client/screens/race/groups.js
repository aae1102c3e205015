import { t } from "../../i18n/index.js";
import { call, ofPlayer } from "../../net/api.js";
import { button, h, link } from "../../ui/dom.js";
import { checkbox, checkboxLabel } from "../../ui/fields.js";
import { choice, formOf, labelled, lineInput } from "../../ui/forms.js";
import { about, panel } from "../../ui/parts.js";
import { setMark } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { toast } from "../../ui/say.js";

/** The picture of a group: its initials, over suits. @param {Pick<wire.Group, "name" | "colour">} group */
export const groupPicture = ({ name, colour = "green" }) =>
  h("span.group-picture", { "data-colour": colour, "aria-hidden": "true" }, h("b", initials(name)));

/** The first letters of the first two words. @param {string} name */
const initials = (name) =>
  name
    .split(" ")
    .slice(0, 2)
    .map((word) => [...word][0])
    .join("")
    .toUpperCase();

/** Reports a group to the moderators. @param {string} code */
export const reportGroupButton = (code) =>
  button(
    t("reportGroup"),
    () => call("POST groups/{group}/reports", { group: code }).then(() => toast(t("reportedGroup"))),
    "btn quiet small",
  );

/** The own groups, as a list of links. @param {wire.GroupSummary[]} list */
const groupList = (list) => h("ul.list", ...list.map(item));

/** Show the own groups on another page, or nothing without any. @param {HTMLElement} element @param {AbortSignal} signal */
export async function showMyGroups(element, signal) {
  const { groups: list } = await ofPlayer("GET groups", { groups: [] }, signal);
  setMark("groups", list.length > 0);
  element.hidden = !list.length;
  element.replaceChildren(h("h2", link("/group", t("myGroups"))), groupList(list));
}

/** @param {wire.GroupSummary} group */
const item = ({ code, name, colour, size, role, waiting = 0 }) =>
  h(
    "li",
    groupPicture({ name, colour }),
    about(
      link(`/group/${code}`, h("b", name)),
      role === "pending" ? t("waitsForOwner") : t("groupSize", { n: size }),
      waiting > 0 && ` · ${t("someWait", { n: waiting })}`,
    ),
  );

/** The own groups, and a form to make one. @param {HTMLElement} place @param {AbortSignal} signal */
export async function showGroups(place, signal) {
  const { groups: list } = await ofPlayer("GET groups", { groups: [] }, signal);
  setMark("groups", list.length > 0);
  const make = panel(
    t("newGroup"),
    h("p.soft", t("newGroupHelp")),
    groupForm(
      {},
      t("makeGroup"),
      async (values) => go(`/group/${(await call("POST groups", values)).code}`),
      "btn main",
    ),
  );
  const own = list.length ? panel(t("myGroups"), groupList(list)) : h("p.soft", t("noGroups"));
  place.classList.toggle("two-columns", list.length > 0);
  place.append(h("h1.full-width", t("groups")), own, make);
}

/** @type {NonNullable<wire.Group["colour"]>[]} */
const COLOURS = ["green", "teal", "blue", "violet", "rose", "red", "gold", "slate"];
const MAX_NAME_LENGTH = 24;

/** A form for the name and the settings of a group. @param {Partial<wire.Group>} group @param {string} submit text of its button @param {(values: wire.NewGroup) => Promise<unknown>} onsubmit @param {string} [level] of its button */
export function groupForm(group, submit, onsubmit, level = "btn") {
  const { name = "", colour = "green", private: isPrivate = true, approval = false } = group;
  return formOf(
    [
      labelled(t("groupName"), lineInput("name", { maxlength: MAX_NAME_LENGTH, value: name })),
      choice(t("groupColour"), "colour", COLOURS, (each) => t(`colour_${each}`), colour),
      checkboxLabel(checkbox(isPrivate, { name: "private" }), t("makePrivate")),
      checkboxLabel(checkbox(approval, { name: "approval" }), t("needsApproval")),
    ],
    submit,
    onsubmit,
    level,
  );
}
