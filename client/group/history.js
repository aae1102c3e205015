import { t } from "../i18n/index.js";
import { groupHistory } from "../net/groups.js";
import { h, link } from "../ui/dom.js";
import { shortDayText } from "../ui/format.js";
import { toastError } from "../ui/say.js";
import { showPages } from "../ui/table.js";

/** @import { GroupDay } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** Earlier dailies, loaded when they are opened. @param {string} daily @param {Context} context */
export function history(daily, context) {
  const details = h("details", {}, h("summary", { class: "small" }, t("history")));
  const load = (/** @type {string} */ after) => groupHistory(context.code, daily, after, context.signal);
  const open = () =>
    showPages(details, load, (day) => dayItem(day, context.code), t("noHistory")).catch(toastError);
  details.addEventListener("toggle", open, { once: true });
  return details;
}

/** @param {GroupDay} day @param {string} code */
const dayItem = ({ date, best, played, mine }, code) =>
  h(
    "li",
    {},
    h(
      "span",
      { class: "grow" },
      link(`/group/${code}/${date}`, shortDayText(date)),
      h("br"),
      h("span", { class: "small soft" }, t("dayFacts", { n: played, names: best.join(", ") })),
    ),
    mine && h("span", { class: "tag" }, t("rankedAs", { rank: mine, n: played })),
  );
