import { t } from "../i18n/index.js";
import { groupSeries } from "../net/groups.js";
import { playerName } from "../profile/link.js";
import { button, h, link } from "../ui/dom.js";
import { momentText } from "../ui/format.js";

/** @import { GroupSeriesItem } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** Fill a list with the decided series of the group's room, the latest first. @param {HTMLElement} place @param {Context} context */
export function showSeries(place, { code, signal }) {
  const list = h("ul", { class: "list" });
  const more = h("div", { class: "row" });
  const load = async (/** @type {string} */ before) => {
    more.replaceChildren();
    const page = await groupSeries(code, before, signal);
    list.append(...page.series.map(item));
    if (!list.childElementCount) list.append(h("li", { class: "soft" }, t("noSeries")));
    if (page.before) more.append(button(t("earlier"), () => load(`${page.before}`), { class: "btn small" }));
  };
  place.append(list, more);
  return load("");
}

/** @param {GroupSeriesItem} series */
const item = ({ id, ended_at, races, winners }) =>
  h(
    "li",
    {},
    h(
      "span",
      { class: "grow" },
      link(`/race/series/${id}`, momentText(ended_at)),
      h("br"),
      h(
        "span",
        { class: "small soft" },
        t("seriesFacts", { n: races, names: winners.map(playerName).join(", ") }),
      ),
    ),
  );
