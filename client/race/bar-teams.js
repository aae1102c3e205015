import { teamMark, teamName } from "../room/teams.js";
import { h } from "../ui/dom.js";
import { teamsNow, teamsOf } from "./team-standings.js";

/** @import { RaceView } from "../net/messages.js" */
/** @import { Lane } from "./state.js" */
/** @import { TeamNow } from "./team-standings.js" */

/** What the race bar shows of teams: the mark on each lane, and how the teams stand. */
export class BarTeams {
  /** @type {Map<string, number>} */ #teamOf;

  /** @param {RaceView} race */
  constructor(race) {
    this.race = race;
    this.#teamOf = teamsOf(race);
  }

  /** The mark of a lane's team. @param {Lane} lane */
  mark({ id }) {
    const team = this.#teamOf.get(id);
    return !!team && h("span", { title: teamName(team) }, named(team), " ");
  }

  /** The teams, best first. @param {Lane[]} lanes */
  now(lanes) {
    return teamsNow(lanes, this.race);
  }

  /** The sums of the teams in a line. @type {(teams: TeamNow[], own?: Lane) => HTMLElement} */
  line(teams, own) {
    const mine = own && this.#teamOf.get(own.id);
    return h(
      "p",
      { class: "team-sums" },
      ...teams.map(({ sum, team }) =>
        h(
          "span",
          { "data-key": team },
          named(team),
          " ",
          h(team === mine ? "b" : "span", {}, String(sum).replace("-", "−")),
          " ",
        ),
      ),
    );
  }
}

/** @param {number} team */
const named = (team) =>
  h("span", {}, teamMark(team), h("span", { class: "visually-hidden" }, teamName(team)));
