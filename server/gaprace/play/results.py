"""What follows from a result: the places that a daily's game earns, and the ratings after a race."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from gaprace.play.calendar import DAY_MS
from gaprace.play.leaderboards import ALL_TIME, DailyGame, Leaderboard, daily_places, rating_key
from gaprace.play.rating import MIN_RATED_GAMES, Pairings, Rating, after_race
from gaprace.rules.ranking import Outcome, race_rank

MIN_PLAYED_MS = 10_000
"""A game that is given up sooner is not rated."""


class EarnedPlace(NamedTuple):
    """A player's place on a leaderboard, by its key, with the game behind it."""

    leaderboard: Leaderboard
    player: str
    key: int
    game: str


class RatedGame(NamedTuple):
    """A ranked game with a move that has ended, in a race with others."""

    player: str
    game: str
    outcome: Outcome
    was_resigned: bool = False


def places_after_daily(player: str, variant: str, games: Sequence[DailyGame], ended: str) -> list[EarnedPlace]:
    """Return a player's places as far as the daily of the date `ended` can have changed them.

    `games` are all ranked games of dailies that the player has ended in this variant, by date.
    """
    places = daily_places(variant, games, ended)
    return [EarnedPlace(leaderboard, player, *place) for leaderboard, place in places.items()]


def is_rated(games: Sequence[RatedGame]) -> bool:
    """Whether a race with these games, which teach something, changes ratings."""
    return len(games) >= MIN_RATED_GAMES


def teaches(game: RatedGame) -> bool:
    """Whether a game says anything of its player: one that is given up in its first seconds does not."""
    return not (game.was_resigned and game.outcome.time_ms < MIN_PLAYED_MS)


def ratings_after(
    games: Sequence[RatedGame], before: Mapping[str, Rating], last_races: Mapping[str, AbstractSet[str]], ended_at: int
) -> dict[str, Rating]:
    """Return the players' ratings after a race that ended at an instant, by player; equal games tie.

    `last_races` are the ids of the players' last rated races, by player.
    """
    ranks = [race_rank(each.outcome) for each in games]
    places = [1 + sorted(ranks).index(rank) for rank in ranks]
    pairings = Pairings.of([last_races.get(each.player, frozenset()) for each in games])
    after = after_race([before[each.player] for each in games], places, pairings, ended_at // DAY_MS)
    return {each.player: rating for each, rating in zip(games, after, strict=True)}


def places_after_race(
    variant: str,
    games: Sequence[RatedGame],
    ratings: Mapping[str, Rating],
    kind: Literal["rating", "programs"] = "rating",
) -> list[EarnedPlace]:
    """Return the players' places on the leaderboard of ratings, or the programs' on theirs."""
    leaderboard = Leaderboard(kind, ALL_TIME, variant)
    return [EarnedPlace(leaderboard, each.player, rating_key(ratings[each.player].value), each.game) for each in games]
