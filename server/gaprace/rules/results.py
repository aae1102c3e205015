"""Results and scores of games, and ranks that equal ones share. `play.standings` has the orders."""

from bisect import bisect_left
from collections.abc import Collection, Hashable, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct

from gaprace.rules.game import Game

K = TypeVar("K", bound=Hashable)
Comparable = float | tuple[float, ...]

POINTS_PER_LOCKED_CARD = 1
POINTS_PER_SHUFFLE = -5
POINTS_FOR_WIN_WITHOUT_SHUFFLE = 10


class Result(Struct, frozen=True):
    """How a game ended: the values by which it is ranked and compared, wherever they are told."""

    won: bool
    """Whether every card was locked."""
    locked: int
    """Number of locked cards at the end."""
    score: int
    """The score in points, which may be negative."""
    time_ms: int
    """When the last action was received, in ms since the start."""
    moves: int
    """Number of moves made, including undone ones."""
    reached_ms: int
    """Since when it had this many locked cards, in ms since the start."""
    shuffles: int
    """Number of shuffles made, including undone ones."""
    given_up: bool = False
    """Whether it was left, or given up while a move or a shuffle remained."""


Order = Literal["race", "daily", "duplicate"]
"""How the games of a race or an event are ranked, see `play.standings`."""


def score(game: Game) -> int:
    """Return the score of a game with its current board, in points. It may be negative."""
    perfect = game.is_won and game.shuffles == 0
    return (
        game.locked * POINTS_PER_LOCKED_CARD
        + game.shuffles * POINTS_PER_SHUFFLE
        + perfect * POINTS_FOR_WIN_WITHOUT_SHUFFLE
    )


def result_of(game: Game) -> Result:
    """Return the result of a game as it stands."""
    return Result(
        won=game.is_won,
        locked=game.locked,
        score=score(game),
        time_ms=game.time_ms,
        moves=game.moves,
        reached_ms=game.reached_ms,
        shuffles=game.shuffles,
        given_up=game.is_given_up,
    )


def fields_of(result: Result) -> dict[str, Any]:
    """Return the fields of a result, for a struct in which it is embedded."""
    return {name: getattr(result, name) for name in Result.__struct_fields__}


def shared_ranks(keys: Mapping[K, Comparable], among: Collection[K] | None = None) -> dict[K, int]:
    """Return the rank of each key, the smallest first; equal ones share a rank, and the next counts them all.

    Only keys `among` some count; the rank of any other is the one that it would have there.
    """
    counted = sorted(keys[name] for name in (keys if among is None else among))
    return {name: 1 + bisect_left(counted, key) for name, key in keys.items()}


def is_played(game: Result | Game) -> bool:
    """Whether a game has a move. One without comes last, and earns no rating and no day of a streak."""
    return game.moves > 0
