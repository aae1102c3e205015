"""The photo finish: wins that lie closer together than the delays of their players. Pure."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from gaprace.rules.results import Result
from gaprace.wire import PlayerId


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
