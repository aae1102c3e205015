"""The table of an arena: points by deal, places, teams. Pure.

Points are duplicate scores (`play.events.duplicate`), added up over the rounds: "+3.1" is 3.1 IMPs better than the
others on these deals. Rounds before a player's first one count 0, which is the mean, so late entry costs nothing. A
round missed later counts as its last place, so stopping cannot protect a lead, and playing is never worse than not
playing.

Bots are compared with people, and people with people only: so bots have points but do not change those of others, and
places are among people. In a cup, bots occupy places like everybody else.

A cup ranks players by the round that they reached, and players of the same round by their places in it. The points of a
team are the sum of its best members' points.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gaprace.play.events.arena import Arena, ArenaEntry
from gaprace.play.live.bots import level_of
from gaprace.play.live.teams import scores_that_count
from gaprace.play.standings import SCORE_DIGITS, Place, standings
from gaprace.rules.results import Result, shared_ranks
from gaprace.rules.variants import VARIANTS, Variant


class ArenaGame(NamedTuple):
    """A valid game of a round that has ended, with a move."""

    player: str
    result: Result


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


Scores = Mapping[int, Mapping[str, Place]]
"""The places of a round by player, by round in their order. The rank of a bot is the one that it would have."""


class Table(NamedTuple):
    """The table after some rounds, and the results of these rounds, from which that of more rounds can be computed."""

    scores: Scores
    places: list[ArenaPlace]
    """Of all entries, best first."""
    teams: list[ArenaTeam]
    """Best first."""


def ranking(arena: Arena, games: Sequence[ArenaGame]) -> list[str]:
    """Return the players with a result in a round, best first."""
    results = {game.player: game.result for game in games}
    return [place.player for place in standings(results, "duplicate", VARIANTS[arena.variant])]


def tabling(arena: Arena, games: Mapping[int, Sequence[ArenaGame]], known: Scores) -> Iterator[Table]:
    """Yield the table while it is computed; the last one is complete.

    `games` are those of rounds, by their numbers; the results of all other rounds are `known`.
    """
    scores, variant = dict(known), VARIANTS[arena.variant]
    for number, played in games.items():
        scores[number] = _scored(played, variant)
        yield Table(scores, [], [])
    scores = dict(sorted(scores.items()))
    sums = {each.player: _Sums() for each in arena.entries}
    for of in scores.values():
        _add(sums, of, is_missed_last=not arena.is_cup)
        yield Table(scores, [], [])
    places = _places(arena, scores, sums)
    yield Table(scores, places, team_table(arena, places))


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
    ranks = shared_ranks(keys)
    teams = [
        ArenaTeam(
            rank=ranks[team],
            team=team,
            points=points[team],
            players=sum(each.team == team for each in arena.entries),
            counted=tuple(each.player for each in of[:count]),
        )
        for team, of in best.items()
    ]
    return sorted(teams, key=lambda each: (each.rank, each.team))


def _scored(games: Sequence[ArenaGame], variant: Variant) -> Mapping[str, Place]:
    """Return the results of a round: the people's among people, each bot's as if it were one."""
    results = {game.player: game.result for game in games}
    people = [player for player in results if not level_of(player)]
    return {place.player: place for place in standings(results, "duplicate", variant, people)}


@dataclass(slots=True)
class _Sums:
    """The results of a player over the rounds so far."""

    points: float = 0.0
    rounds: int = 0
    best: int = 0


def _add(sums: Mapping[str, _Sums], of: Mapping[str, Place], *, is_missed_last: bool) -> None:
    """Add a round. If `is_missed_last`, it counts as its last place for those who have played before, but not in it."""
    people = [place.imps or 0 for player, place in of.items() if not level_of(player)]
    lowest, is_contested = min(people, default=0.0), len(people) > 1
    for player, its in sums.items():
        if place := of.get(player):
            its.points += place.imps or 0
            its.rounds += 1
            its.best += is_contested and place.rank == 1
        elif its.rounds and is_missed_last:
            its.points += lowest


def _places(arena: Arena, scores: Scores, sums: Mapping[str, _Sums]) -> list[ArenaPlace]:
    points = {player: round(its.points, SCORE_DIGITS) for player, its in sums.items()}
    keys = {
        each.player: _cup_key(arena, scores, each)
        if arena.is_cup
        else (not sums[each.player].rounds, -points[each.player])
        for each in arena.entries
    }
    ranks = shared_ranks(keys, [each.player for each in arena.people])
    places = [
        ArenaPlace(
            rank=ranks[each.player],
            player=each.player,
            points=points[each.player],
            rounds=sums[each.player].rounds,
            best=sums[each.player].best,
            team=each.team,
            out_after=each.out_after,
        )
        for each in arena.entries
    ]
    return sorted(places, key=lambda each: keys[each.player])


def _cup_key(arena: Arena, scores: Scores, of: ArenaEntry) -> tuple[float, ...]:
    """Return the sort key of a player of a cup, the best first."""
    came = max(arena.round, 1) + 1 if of.out_after is None else of.out_after
    last = scores.get(min(came, arena.round), {}).get(of.player)
    return -came, last.rank if last else len(arena.entries) + 1
