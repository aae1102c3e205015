import { t } from "../i18n/index.js";
import { groupHistory } from "../net/groups.js";
import { button, h, link } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { shortDayText } from "../ui/format.js";

/** @import { GroupDay } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** Earlier dailies, loaded when they are opened. @param {string} daily @param {Context} context */
export function history(daily, context) {
  const list = h("ul", { class: "list" });
  const more = h("div", { class: "row" });
  const load = async (/** @type {string} */ before) => {
    more.replaceChildren();
    const page = await groupHistory(context.code, daily, before, context.signal);
    list.append(...page.days.map((day) => dayItem(day, context.code)));
    if (!list.childElementCount) list.append(h("li", { class: "soft" }, t("noHistory")));
    if (page.before) more.append(button(t("earlier"), () => load(page.before ?? ""), { class: "btn small" }));
  };
  const details = h("details", {}, h("summary", { class: "small" }, t("history")), list, more);
  details.addEventListener("toggle", () => load("").catch(toastError), { once: true });
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
