"""The effects of a result: the places that a daily's game earns, and the ratings after a race."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import ALL_TIME, DailyGame, Leaderboard, daily_places, rating_key
from gaprace.play.events.standings import ranks_of
from gaprace.play.people.rating import MAX_REMEMBERED_RACES, MIN_RATED_GAMES, Pairings, Rating, after_race
from gaprace.rules.ranking import Result

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
    result: Result
    was_resigned: bool = False


def places_after_daily(player: str, variant: str, games: Sequence[DailyGame], ended: str) -> list[EarnedPlace]:
    """Return the player's places that the daily of the date `ended` may have changed.

    `games` are all ranked games of dailies that the player has ended in this variant, by date.
    """
    places = daily_places(variant, games, ended)
    return [EarnedPlace(leaderboard, player, *place) for leaderboard, place in places.items()]


def is_rated(games: Sequence[RatedGame]) -> bool:
    """Whether a race with these games, which all count for ratings, changes ratings."""
    return len(games) >= MIN_RATED_GAMES


def teaches(game: RatedGame) -> bool:
    """Whether a game counts for ratings: a game that is given up in its first seconds does not."""
    return not (game.was_resigned and game.result.time_ms < MIN_PLAYED_MS)


def ratings_after(
    games: Sequence[RatedGame], before: Mapping[str, Rating], last_races: Mapping[str, AbstractSet[str]], ended_at: int
) -> dict[str, Rating]:
    """Return the players' ratings after a race that ended at an instant, by player; equal games tie.

    `last_races` are the ids of the players' last rated races, by player.
    """
    by_player = ranks_of({each.player: each.result for each in games}, "race")
    ranks = [by_player[each.player] for each in games]
    pairings = Pairings([last_races.get(each.player, frozenset()) for each in games])
    after = after_race([before[each.player] for each in games], ranks, pairings, ended_at // DAY_MS)
    return {each.player: rating for each, rating in zip(games, after, strict=True)}


class EndedRace(NamedTuple):
    """A race that has ended, with its ranked games as they count now."""

    id: str
    ended_at: int
    games: Sequence[RatedGame]


def ratings_anew(
    races: Sequence[EndedRace], before: Mapping[str, Rating], last_races: Mapping[str, Sequence[str]]
) -> list[dict[str, Rating]]:
    """Return the ratings after each of successive races, by player, from those before the first one.

    `last_races` are the ids of the players' last rated races before, in their order.
    """
    now, histories = dict(before), list[dict[str, Rating]]()
    met = {player: [*ids] for player, ids in last_races.items()}
    for race in races:
        rated = [each for each in race.games if teaches(each)]
        if not is_rated(rated):
            histories.append({})
            continue
        known = {each.player: {*met.get(each.player, [])[-MAX_REMEMBERED_RACES:]} for each in rated}
        after = ratings_after(rated, now, known, race.ended_at)
        now |= after
        for player in after:
            met.setdefault(player, []).append(race.id)
        histories.append(after)
    return histories


def places_after_race(
    variant: str,
    games: Sequence[RatedGame],
    ratings: Mapping[str, Rating],
    kind: Literal["rating", "programs"] = "rating",
) -> list[EarnedPlace]:
    """Return the players' places on the leaderboard of ratings, or the programs' on theirs."""
    leaderboard = Leaderboard(kind, ALL_TIME, variant)
    return [EarnedPlace(leaderboard, each.player, rating_key(ratings[each.player].value), each.game) for each in games]
