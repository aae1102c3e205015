"""Standings: the games of a race or an event, ranked. All ranks that are shown come from here. Pure.

| order | better is | used by |
| --- | --- | --- |
| `race` | (`race_rank`) won, less time, fewer moves; else more locked cards, then reached earlier | races, challenges |
| `daily` | (`daily_rank`) won, higher score, less time, fewer moves | the world's dailies |
| `duplicate` | the higher mean of comparisons (`play.events.duplicate`) | groups' dailies, rounds of arenas |

Equal games share a rank, and the next one counts them all.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.play.events.duplicate import Field
from gaprace.play.live.bots import level_of
from gaprace.play.people.names import DELETED
from gaprace.rules.game import Game
from gaprace.rules.results import Order, Result, fields_of, is_played, result_of, shared_ranks
from gaprace.rules.variants import Variant
from gaprace.wire import PlayerId, RaceView, Seat, Standing

Rank = tuple[int, ...]
"""Compared as a whole: the smaller one is better, and equal ones tie."""
_UNPLAYED = (2,)
"""The rank of every game without a move, after all others."""
SCORE_DIGITS = 2
"""Decimals of a duplicate score that is told. Ranks follow from the scores as they are."""


def race_rank(result: Result) -> Rank:
    """Return the rank of a game in a race: won, less time, fewer moves; else more locked cards, then reached earlier.

    Games that were left or given up come after those played to their end, and games without a move come last.
    """
    if not is_played(result):
        return _UNPLAYED
    return result.given_up, -result.locked, result.reached_ms, result.moves if result.won else 0


def daily_rank(result: Result) -> Rank:
    """Return the rank on a daily: won, higher score, less time, fewer moves; games without a move come last."""
    if not is_played(result):
        return (*_UNPLAYED, -result.score)
    return (not result.won, -result.score, result.time_ms, result.moves)


class Place(NamedTuple):
    """A player's place in standings."""

    rank: int
    """1 is the best."""
    player: PlayerId
    result: Result
    imps: float | None = None
    """The duplicate score, in the order `duplicate`."""


def standings(
    games: Mapping[PlayerId, Result],
    order: Order,
    variant: Variant | None = None,
    field: Collection[PlayerId] | None = None,
) -> list[Place]:
    """Rank games, by player, best first.

    With a `field`, games are compared with those of its players only, and the rank of any other game is the one that
    it would have among them. The order `duplicate` depends on the `variant`. Games without a move come last.
    """
    imps = _imps(games, games if field is None else field, variant) if variant and order == "duplicate" else {}
    keys = {player: _key(result, order, imps.get(player, 0)) for player, result in games.items()}
    ranks = shared_ranks(keys, field)
    places = [Place(ranks[player], player, result, imps.get(player)) for player, result in games.items()]
    return sorted(places, key=lambda place: (keys[place.player], _tie(place)))


def _imps(games: Mapping[PlayerId, Result], among: Collection[PlayerId], variant: Variant) -> dict[PlayerId, float]:
    played = {player: result for player, result in games.items() if is_played(result)}
    field = Field([played[player] for player in among if player in played], variant)
    return {player: field.score(result) for player, result in played.items()}


def _key(result: Result, order: Order, imps: float) -> tuple[float, ...]:
    if not is_played(result):
        return (inf,)
    if order == "race":
        return race_rank(result)
    return daily_rank(result) if order == "daily" else (-imps,)


def _tie(place: Place) -> tuple[object, ...]:
    """Return what orders equal games: with duplicate scores, which are often equal, the figures of a daily."""
    return () if place.imps is None else (daily_rank(place.result), place.player)


def ranks_of(
    games: Mapping[PlayerId, Result], order: Order = "race", variant: Variant | None = None
) -> dict[PlayerId, int]:
    """Return the ranks of games, by player."""
    return {place.player: place.rank for place in standings(games, order, variant)}


def winners_of(games: Mapping[PlayerId, Result]) -> list[PlayerId]:
    """Return the players of rank 1 in a race, several if they are level; nobody, if nobody made a move."""
    return [place.player for place in standings(games, "race") if place.rank == 1 and is_played(place.result)]


class Played(NamedTuple):
    """A player's game in a race, with the player's name."""

    seat: Seat
    name: str
    game: Game


def race_standings(played: Sequence[Played], delays: Mapping[PlayerId, int] = MappingProxyType({})) -> list[Standing]:
    """Return the standings of a race that has just ended; `delays` are the measured ones (ms)."""
    of = {each.seat.player: each for each in played}
    places = standings({player: result_of(each.game) for player, each in of.items()}, "race")
    told = photo_finishes(((each.player, each.result) for each in places), delays)
    return [standing(each, of[each.player].seat, of[each.player].name, told.get(each.player)) for each in places]


def standing(place: Place, seat: Seat, name: str, delay_ms: int | None = None) -> Standing:
    """Return the message for a place; in a photo finish, with the delay of its player (ms)."""
    return Standing(
        **fields_of(place.result),
        rank=place.rank,
        player=place.player,
        name=name,
        game=seat.game,
        imps=None if place.imps is None else round(place.imps, SCORE_DIGITS),
        bot=level_of(place.player),
        team=seat.team,
        delay_ms=delay_ms,
    )


def without_name(race: RaceView, player: PlayerId, instead: str = DELETED) -> RaceView:
    """Return a race without the name of a deleted player."""
    seats = [replace(each, name=instead) if each.player == player else each for each in race.seats]
    places = race.standings and [
        replace(each, name=instead) if each.player == player else each for each in race.standings
    ]
    return replace(race, seats=seats, standings=places)


def photo_finishes(ranked: Iterable[tuple[PlayerId, Result]], delays: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    """Return the delays (ms) of those whose wins lie closer together than their delays, by player.

    `ranked` has the players and their games, the best one first. The messages of those close together may have been
    sent in the other order. This changes no place.
    """
    wins = [(player, result) for player, result in ranked if result.won and player in delays]
    close = dict[PlayerId, int]()
    for (one, earlier), (other, later) in pairwise(wins):
        both = {player: delays[player] for player in (one, other)}
        if later.time_ms - earlier.time_ms < max(both.values()):
            close |= both
    return close
