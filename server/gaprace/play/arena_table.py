"""The table of an arena: points by deal, places, teams. Pure.

Points are duplicate scores (`play.duplicate`), added up over the rounds: "+3.1" is 3.1 IMPs better than the others on
these deals. Rounds before a player's first one count 0, which is the mean, so late entry costs nothing. A round missed
later counts as its last place, so stopping cannot protect a lead, and playing is never worse than not playing.

Bots are compared with people, and people with people only: so bots have points but do not change those of others, and
places are among people. In a cup, bots occupy places like everybody else.

A cup ranks players by the round that they reached, and players of the same round by their places in it. The points of a
team are the sum of its best members' points.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gaprace.play.arena import Arena, ArenaEntry
from gaprace.play.bots import level_of
from gaprace.play.duplicate import Field
from gaprace.play.group_scores import SCORE_DIGITS, ranked
from gaprace.play.teams import scores_that_count
from gaprace.rules.ranking import Outcome
from gaprace.rules.variants import VARIANTS, Variant


class ArenaGame(NamedTuple):
    """A valid game of a round that has ended, with a move."""

    round: int
    player: str
    outcome: Outcome


class ArenaPlace(NamedTuple):
    """A player's place in the table."""

    rank: int
    """Among people; that of a bot is the one that it would have."""
    player: str
    points: float
    """In IMPs."""
    rounds: int
    """The number of rounds played."""
    best: int
    """The number of rounds in which nobody was better, of those with two results or more."""
    team: int
    out_after: int | None


class ArenaTeam(NamedTuple):
    """A team's place in the table."""

    rank: int
    team: int
    points: float
    players: int
    """The number of its members."""
    counted: tuple[str, ...]
    """The members whose points count, best first."""


class _Scored(NamedTuple):
    """A player's result of a round."""

    rank: int
    score: float


_Scores = Mapping[int, Mapping[str, _Scored]]
"""By round and player."""


def ranking(arena: Arena, games: Sequence[ArenaGame], number: int) -> list[str]:
    """Return the players with a result in a round, best first."""
    played = [game for game in games if game.round == number]
    return [game.player for _, _, game in ranked(played, VARIANTS[arena.variant])]


def table(arena: Arena, games: Sequence[ArenaGame]) -> list[ArenaPlace]:
    """Return the places of all entries, best first."""
    scores = _scores(arena, games)
    people = {number: _people(of) for number, of in scores.items()}
    lowest = {number: min((each.score for each in of), default=0.0) for number, of in people.items()}
    contested = [of for number, of in scores.items() if len(people[number]) > 1]
    points = {each.player: _points(arena, scores, lowest, each.player) for each in arena.entries}
    keys = {each.player: _key(arena, scores, points, each) for each in arena.entries}
    order = sorted(keys[each.player] for each in arena.people)
    places = [
        ArenaPlace(
            rank=1 + bisect_left(order, keys[each.player]),
            player=each.player,
            points=points[each.player],
            rounds=sum(each.player in of for of in scores.values()),
            best=sum(_is_best(of, each.player) for of in contested),
            team=each.team,
            out_after=each.out_after,
        )
        for each in arena.entries
    ]
    return sorted(places, key=lambda each: keys[each.player])


def team_table(arena: Arena, places: Sequence[ArenaPlace]) -> list[ArenaTeam]:
    """Return the places of the teams, best first. Only members who have played count."""
    count = scores_that_count((each.team for each in places if each.rounds), arena.team_scores)
    if not arena.teams or not count:
        return []
    best = {
        team: sorted((each for each in places if each.team == team and each.rounds), key=lambda each: -each.points)
        for team in range(1, arena.teams + 1)
    }
    points = {team: round(sum(each.points for each in of[:count]), SCORE_DIGITS) for team, of in best.items()}
    keys = {team: (not of, -points[team]) for team, of in best.items()}
    order = sorted(keys.values())
    teams = [
        ArenaTeam(
            rank=1 + order.index(keys[team]),
            team=team,
            points=points[team],
            players=sum(each.team == team for each in arena.entries),
            counted=tuple(each.player for each in of[:count]),
        )
        for team, of in best.items()
    ]
    return sorted(teams, key=lambda each: (each.rank, each.team))


def _scores(arena: Arena, games: Sequence[ArenaGame]) -> _Scores:
    rounds = defaultdict[int, list[ArenaGame]](list)
    for game in games:
        rounds[game.round].append(game)
    variant = VARIANTS[arena.variant]
    return {number: _scored(rounds[number], variant) for number in sorted(rounds)}


def _scored(games: Sequence[ArenaGame], variant: Variant) -> Mapping[str, _Scored]:
    """Return the results of a round: of people among people, and of each bot as if a person had its result."""
    people = [game for game in games if not level_of(game.player)]
    found = {game.player: _Scored(rank, score) for rank, score, game in ranked(people, variant)}
    order = sorted(each.score for each in found.values())
    field = Field([game.outcome for game in people], variant)
    for bot in games:
        if level_of(bot.player):
            score = field.score(bot.outcome)
            found[bot.player] = _Scored(1 + len(order) - bisect_right(order, score), score)
    return found


def _people(of: Mapping[str, _Scored]) -> list[_Scored]:
    return [scored for player, scored in of.items() if not level_of(player)]


def _is_best(of: Mapping[str, _Scored], player: str) -> bool:
    return player in of and of[player].rank == 1


def _points(arena: Arena, scores: _Scores, lowest: Mapping[int, float], player: str) -> float:
    """Return the sum of a player's scores; `lowest` is the last score of each round."""
    found, has_played = 0.0, False
    for number, of in scores.items():
        if player in of:
            found, has_played = found + of[player].score, True
        elif has_played and not arena.is_cup:
            found += lowest[number]
    return round(found, SCORE_DIGITS)


def _key(arena: Arena, scores: _Scores, points: Mapping[str, float], of: ArenaEntry) -> tuple[float, ...]:
    """Return the sort key of a player, the best first."""
    has_played = any(of.player in each for each in scores.values())
    if not arena.is_cup:
        return not has_played, -points[of.player]
    came = max(arena.round, 1) + 1 if of.out_after is None else of.out_after
    last = scores.get(min(came, arena.round), {}).get(of.player)
    return -came, last.rank if last else len(arena.entries) + 1
