"""Teams of a room: their members, and their results in a race. Pure.

A team's result is the sum of its best scores, as in team golf and cross-country running, where only the best k of a
team count. By default k is the size of the smallest team, so a larger team only has more scores to choose from. Equal
sums are ordered by the times at which the counted results were reached, so nobody gains by giving up. A game without a
move does not count.

Individual results and ratings ignore teams.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.rules.results import shared_ranks
from gaprace.wire import Member, PlayerId, Series, Standing, TeamScore, TeamStanding

MIN_TEAMS = 2


class TeamGame(NamedTuple):
    """A player's finished game in a race of teams."""

    player: PlayerId
    team: int
    score: int
    reached_ms: int
    """Since when it has this many locked cards."""
    moves: int

    @classmethod
    def of(cls, standing: Standing) -> "TeamGame":
        """Return the game of a standing."""
        return cls(standing.player, standing.team, standing.score, standing.reached_ms, standing.moves)


def placed(members: Sequence[Member], teams: int) -> list[Member]:
    """Return the members, each in one of the teams: those without one join the smallest, in their order.

    Members who sit out are in none.
    """
    sizes = Counter(member.team for member in members if not member.sits_out)
    found = []
    for member in members:
        if not teams or member.sits_out:
            member = replace(member, team=0) if member.team else member  # noqa: PLW2901
        elif not 1 <= member.team <= teams:
            member = replace(member, team=min(range(1, teams + 1), key=lambda team: sizes[team]))  # noqa: PLW2901
            sizes[member.team] += 1
        found.append(member)
    return found


def balanced(members: Sequence[Member], teams: int, series: Series | None) -> list[Member]:
    """Return the members in teams that are as even as possible.

    They are dealt out in a serpentine, the strongest first (1 2 2 1 1 2 ...), as seeds are in tournaments. The
    strongest has the highest mean of duplicate scores in the series so far; a member without one counts as average,
    and bots come in the order of their levels.
    """
    means = {score.player: score.imps / score.compared for score in series.scores if score.compared} if series else {}
    players = [member for member in members if not member.sits_out]
    order = sorted(players, key=lambda member: (-means.get(member.id, 0), -member.bot))
    serpentine = [*range(1, teams + 1), *range(teams, 0, -1)]
    team_of = {member.id: serpentine[n % len(serpentine)] for n, member in enumerate(order)}
    return [replace(member, team=team_of.get(member.id, 0)) for member in members]


def scores_that_count(teams: Iterable[int], wanted: int) -> int:
    """Return how many scores of each team count, by the teams of all players; 0 if there are not several teams."""
    sizes = Counter(team for team in teams if team)
    if len(sizes) < MIN_TEAMS:
        return 0
    return wanted or min(sizes.values())


def team_standings(games: Iterable[TeamGame], count: int) -> list[TeamStanding]:
    """Rank the teams of a race, best first, by the sums of their `count` best scores; level ones share a rank."""
    if not count:
        return []
    by_team: dict[int, list[TeamGame]] = {}
    for game in games:
        if game.team:
            by_team.setdefault(game.team, []).append(game)
    found = {team: _best(each, count) for team, each in by_team.items()}
    keys = {team: _key(best) for team, best in found.items()}
    ranks = shared_ranks(keys)
    return [
        TeamStanding(
            team,
            rank=ranks[team],
            score=sum(game.score for game in found[team]),
            reached_ms=sum(game.reached_ms for game in found[team]),
            players=[game.player for game in found[team]],
        )
        for team in sorted(found, key=lambda team: (keys[team], team))
    ]


def _best(games: Iterable[TeamGame], count: int) -> list[TeamGame]:
    return sorted((game for game in games if game.moves), key=lambda game: (-game.score, game.reached_ms))[:count]


def _key(best: Sequence[TeamGame]) -> tuple[bool, int, int]:
    return not best, -sum(game.score for game in best), sum(game.reached_ms for game in best)


def team_scores_after(before: Sequence[TeamScore], standings: Sequence[TeamStanding]) -> list[TeamScore]:
    """Return the scores of the teams of a series after one more race, best first."""
    scores: Mapping[int, TeamScore] = {score.team: score for score in before}
    first = [each.team for each in standings if each.rank == 1 and each.players]
    after = dict(scores)
    for each in standings:
        score = after.get(each.team, TeamScore(each.team, 0))
        points = sum(other.rank > each.rank for other in standings)
        after[each.team] = TeamScore(each.team, score.points + points, score.wins + (first == [each.team]))
    return sorted(after.values(), key=lambda score: (-score.points, -score.wins, score.team))
