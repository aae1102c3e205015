import { t } from "../i18n/index.js";
import { recordedText } from "../people/recorded.js";
import { points } from "../rules/game.js";
import { h } from "../ui/dom.js";

/** The name of a team. @param {number | string} team */
export const teamName = (team) => t("teamName", { name: t("teamNames").split(" ")[Number(team) - 1] });

/** The shape that stands for a team beside its colour. */
const SHAPES = "●■▲◆";

/** The mark of a team, which its name stands beside. @param {number} team */
export const teamMark = (team) =>
  h("span.team-mark", { "data-team": team, "aria-hidden": "true" }, SHAPES[team - 1]);

/** A game of a running race. @typedef {{ id: string, name: string, locked: number, shuffles: number, moves: number, reachedMs: number, isWon: boolean }} TeamGame */
/** A team as it stands: the sum of its best scores so far. @typedef {{ team: number, sum: number, names: string[] }} TeamNow */

/** The team of each game. @type {(race: Pick<wire.RaceView, "seats">) => Map<string, number>} */
export const teamsOf = ({ seats }) => new Map(seats.map(({ game, team = 0 }) => [game, team]));

/** The teams in the order of `play/live/teams.py`: the higher sum, then reached earlier; without a move, last. @type {(games: TeamGame[], race: Pick<wire.RaceView, "seats" | "team_scores">) => TeamNow[]} */
export function teamsNow(games, { seats, team_scores = 0 }) {
  const teamOf = teamsOf({ seats });
  const teams = [...new Set(teamOf.values())].filter((team) => team);
  return teams
    .map((team) => {
      const own = games.filter(({ id }) => teamOf.get(id) === team);
      const best = own
        .filter(({ moves }) => moves)
        .map((game) => ({ score: points(game), reachedMs: game.reachedMs }))
        .sort((a, b) => b.score - a.score || a.reachedMs - b.reachedMs)
        .slice(0, team_scores);
      return {
        team,
        names: own.map(({ name }) => name),
        isIdle: !best.length,
        sum: best.reduce((sum, { score }) => sum + score, 0),
        reachedMs: best.reduce((sum, { reachedMs }) => sum + reachedMs, 0),
      };
    })
    .sort(
      (a, b) =>
        Number(a.isIdle) - Number(b.isIdle) || b.sum - a.sum || a.reachedMs - b.reachedMs || a.team - b.team,
    )
    .map(({ team, sum, names }) => ({ team, sum, names }));
}

/** The teams in the race bar: the mark on each lane, and how the teams stand; and which games are recorded. */
export class BarTeams {
  /** @type {Map<string, number>} */ #teamOf;

  /** @param {wire.RaceView} race */
  constructor(race) {
    this.race = race;
    this.#teamOf = teamsOf(race);
  }

  /** The mark of a lane's team, or of a recorded game. @param {Lane} lane */
  mark({ id }) {
    const team = this.#teamOf.get(id);
    const { recorded } = this.race.seats.find(({ game }) => game === id) ?? {};
    if (recorded) return h("span", { title: recordedText(recorded) }, ...recordedMark(recorded), " ");
    return !!team && h("span", { title: teamName(team) }, named(team), " ");
  }

  /** The teams, best first. @param {Lane[]} lanes */
  now(lanes) {
    return this.race.team_scores ? teamsNow(lanes, this.race) : undefined;
  }

  /** The sums of the teams in a line. @type {(teams: TeamNow[], own?: Lane) => HTMLElement} */
  line(teams, own) {
    const mine = own && this.#teamOf.get(own.id);
    return h(
      "p.team-sums",
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

/** @param {string} recorded */
const recordedMark = (recorded) => [
  h("span", { "aria-hidden": "true" }, "●"),
  h("span.visually-hidden", recordedText(recorded)),
];

/** @param {number} team */
const named = (team) => h("span", teamMark(team), h("span.visually-hidden", teamName(team)));
