"""The effects of a result: the places that a daily's game earns, and the ratings after a race."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import ALL_TIME, DailyGame, Leaderboard, daily_places, rating_key
from gaprace.play.events.standings import ranks_of
from gaprace.play.people.rating import MAX_REMEMBERED_RACES, MIN_RATED_GAMES, Pairings, Rating, after_race
from gaprace.rules.ranking import Result, is_played

MIN_PLAYED_MS = 10_000
"""Who gives up sooner has not played on."""


class EarnedPlace(NamedTuple):
    """A player's place on a leaderboard, by its key, with the game behind it."""

    leaderboard: Leaderboard
    player: str
    key: int
    game: str


class RatedGame(NamedTuple):
    """A ranked game that has ended."""

    player: str
    game: str
    result: Result
    kin: int = 0
    """The player's kin in the race, see `play.people.rating.kin_of`."""


def places_after_daily(player: str, variant: str, games: Sequence[DailyGame], ended: str) -> list[EarnedPlace]:
    """Return the player's places that the daily of the date `ended` may have changed.

    `games` are all ranked games of dailies that the player has ended in this variant, by date.
    """
    places = daily_places(variant, games, ended)
    return [EarnedPlace(leaderboard, player, *place) for leaderboard, place in places.items()]


def is_rated(games: Sequence[RatedGame]) -> bool:
    """Whether a race with these ranked games changes ratings: somebody has played on.

    Who has entered it and did not, whether by making no move, by leaving or by giving up, loses it to those.
    """
    return len(games) >= MIN_RATED_GAMES and any(plays_on(each.result) for each in games)


def plays_on(result: Result) -> bool:
    """Whether a game has a move and was not given up in its first seconds."""
    return is_played(result) and not (result.given_up and result.time_ms < MIN_PLAYED_MS)


def ratings_after(
    games: Sequence[RatedGame], before: Mapping[str, Rating], last_races: Mapping[str, AbstractSet[str]], ended_at: int
) -> dict[str, Rating]:
    """Return the players' ratings after a race that ended at an instant, by player; equal games tie.

    `last_races` are the ids of the players' last rated races, by player.
    """
    by_player = ranks_of({each.player: each.result for each in games}, "race")
    ranks = [by_player[each.player] for each in games]
    kin = [each.kin for each in games]
    pairings = Pairings([last_races.get(each.player, frozenset()) for each in games], kin)
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
        if not is_rated(race.games):
            histories.append({})
            continue
        known = {each.player: {*met.get(each.player, [])[-MAX_REMEMBERED_RACES:]} for each in race.games}
        after = ratings_after(race.games, now, known, race.ended_at)
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
    return [
        EarnedPlace(leaderboard, each.player, rating_key(ratings[each.player]), each.game)
        for each in games
        if ratings[each.player].races
    ]
