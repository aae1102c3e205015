import { points } from "../rules/game.js";

/** @import { RaceView } from "../net/messages.js" */
/** A game of a running race. @typedef {{ id: string, name: string, locked: number, shuffles: number, moves: number, reachedMs: number, isWon: boolean }} TeamGame */
/** A team as it stands: the sum of its best scores so far. @typedef {{ team: number, sum: number, names: string[] }} TeamNow */

/** The team of each game. @type {(race: Pick<RaceView, "seats">) => Map<string, number>} */
export const teamsOf = ({ seats }) => new Map(seats.map(({ game, team = 0 }) => [game, team]));

/** The teams in the order of `play/teams.py`: the higher sum, then reached earlier; without a move, last. @type {(games: TeamGame[], race: Pick<RaceView, "seats" | "team_scores">) => TeamNow[]} */
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
