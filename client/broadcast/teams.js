import { t } from "../i18n/index.js";
import { teamName } from "../room/teams.js";
import { points } from "../rules/game.js";
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
        ...teamsNow(state).map(({ team, sum, names }) =>
          h(
            "li",
            { "data-key": `team${team}` },
            h("b", {}, teamName(team)),
            h("span", { class: "grow small soft" }, names.join(", ")),
            h("span", { class: "figure" }, sum),
          ),
        ),
      ),
    );
  }
}

/** The teams, best first, as `play/teams.py` has them but for ties. @type {(state: Pick<BroadcastState, "entries" | "of">) => { team: number, sum: number, names: string[] }[]} */
export function teamsNow({ entries, of: { seats, team_scores = 0 } }) {
  const teamOf = new Map(seats.map(({ game, team = 0 }) => [game, team]));
  const teams = [...new Set(teamOf.values())].filter((team) => team);
  return teams
    .map((team) => {
      const own = entries.filter(({ id }) => teamOf.get(id) === team);
      const scores = own.filter(({ moves }) => moves).map(points);
      const best = scores.sort((a, b) => b - a).slice(0, team_scores);
      return { team, sum: best.reduce((sum, each) => sum + each, 0), names: own.map(({ name }) => name) };
    })
    .sort((a, b) => b.sum - a.sum || a.team - b.team);
}
