import { t } from "../i18n/index.js";
import { teamsNow } from "../race/team-standings.js";
import { teamMark, teamName } from "../room/teams.js";
import { h, morph } from "../ui/dom.js";

/** @import { BroadcastState } from "./state.js" */

/** The teams of a race as they stand: the sums of their best scores so far. */
export class Teams {
  element = h("section", { class: "panel teams-now" });

  /** @param {BroadcastState} state */
  render(state) {
    morph(
      this.element,
      h("h2", {}, t("teams")),
      h(
        "ol",
        { class: "list" },
        ...teamsNow(state.entries, state.of).map(({ team, sum, names }) =>
          h(
            "li",
            { "data-key": `team${team}` },
            h("b", {}, teamMark(team), " ", teamName(team)),
            h("span", { class: "grow small soft" }, names.join(", ")),
            h("span", { class: "figure" }, sum),
          ),
        ),
      ),
    );
  }
}
