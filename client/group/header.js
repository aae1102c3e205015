import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { groupPicture } from "./picture.js";

/** @import { Group } from "../net/messages.js" */
/** @import { Child } from "../ui/dom.js" */

/** What a page about a group begins with: picture, name and size. @param {Group} group @param {Child[]} more */
export const groupHeader = (group, ...more) =>
  h(
    "header",
    { class: "full-width group-header" },
    groupPicture(group),
    h(
      "div",
      { class: "grow" },
      h("h1", {}, group.name),
      h(
        "p",
        { class: "soft" },
        `${t("groupSize", { n: group.size })} · ${t(group.private ? "isPrivate" : "isPublic")}`,
      ),
    ),
    ...more,
  );
