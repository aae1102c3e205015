import { addDays, dayAt } from "../daily/dates.js";
import { t, variantName } from "../i18n/index.js";
import { now } from "../net/api.js";
import { groupBoard } from "../net/groups.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { h, link } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { dayText, shortDayText } from "../ui/format.js";
import { boardTable } from "./board.js";
import { groupHeader } from "./header.js";

/** @import { Context } from "./screen.js" */

const VARIANTS = [DEFAULT_VARIANT, "mini"];

/** The dailies of a date among the members of a group. @param {Context} context @param {string} day */
export function parts(context, day) {
  const { code, group, me, signal } = context;
  const boards = VARIANTS.map((variant) => {
    const place = h("div", { class: "stack", "aria-busy": "true" });
    groupBoard(code, variant, day, signal).then(
      (board) => {
        place.removeAttribute("aria-busy");
        place.append(
          board.rows.length
            ? h("div", { class: "scroll-x" }, boardTable(board, me))
            : h("p", { class: "soft" }, t("nobody")),
        );
      },
      (error) => toastError(error, signal),
    );
    return h("section", { class: "panel" }, h("h2", {}, variantName(variant)), place);
  });
  return [
    groupHeader(group, link(`/group/${code}`, t("toGroup"), { class: "btn" })),
    days(code, day),
    ...boards,
  ];
}

/** @param {string} code @param {string} day */
function days(code, day) {
  const before = addDays(day, -1);
  const after = addDays(day, 1);
  return h(
    "nav",
    { class: "full-width row", "aria-label": t("otherDay") },
    h("h2", { class: "grow" }, dayText(day)),
    link(`/group/${code}/${before}`, `‹ ${shortDayText(before)}`, { class: "btn" }),
    after <= dayAt(now()) && link(`/group/${code}/${after}`, `${shortDayText(after)} ›`, { class: "btn" }),
    link(`/daily/${day}`, t("n_daily"), { class: "btn" }),
  );
}
