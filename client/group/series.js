import { t } from "../i18n/index.js";
import { groupSeries } from "../net/groups.js";
import { playerName } from "../people/names.js";
import { h, link } from "../ui/dom.js";
import { momentText } from "../ui/format.js";
import { showPages } from "../ui/table.js";

/** @import { GroupSeriesItem } from "../net/messages.js" */
/** @import { Context } from "./screen.js" */

/** Fill a list with the decided series of the group's room, the latest first. @param {HTMLElement} place @param {Context} context */
export const showSeries = (place, { code, signal }) =>
  showPages(place, (after) => groupSeries(code, after, signal), item, t("noSeries"));

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
