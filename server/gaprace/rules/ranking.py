"""Scores and ranks. A rank is a tuple, compared as a whole: the smaller one is better, and equal ones tie."""

from typing import NamedTuple, Protocol

from gaprace.rules.game import Game

Rank = tuple[int, ...]

POINTS_PER_LOCKED_CARD = 1
POINTS_PER_SHUFFLE = -5
POINTS_FOR_WIN_WITHOUT_SHUFFLE = 10
_UNPLAYED = (1,)
"""The rank of every game without a move, after all others."""


class Raced(Protocol):
    """What a rank in a race is made of. A running game has it at every instant."""

    @property
    def moves(self) -> int:
        """The number of moves made, undone ones included."""

    @property
    def locked(self) -> int:
        """The number of locked cards."""

    @property
    def reached_ms(self) -> int:
        """Since when it has this many locked cards, in ms since the start."""


class Outcome(NamedTuple):
    """The values of a finished game that decide its rank."""

    won: bool
    locked: int
    score: int
    time_ms: int
    moves: int
    reached_ms: int


def score(game: Game) -> int:
    """Return the score of a game with its current board, in points. It may be negative."""
    perfect = game.is_won and game.shuffles == 0
    return (
        game.locked * POINTS_PER_LOCKED_CARD
        + game.shuffles * POINTS_PER_SHUFFLE
        + perfect * POINTS_FOR_WIN_WITHOUT_SHUFFLE
    )


def outcome_of(game: Game) -> Outcome:
    """Return the values of a game that decide its rank."""
    return Outcome(game.is_won, game.locked, score(game), game.time_ms, game.moves, game.reached_ms)


def is_played(game: Raced) -> bool:
    """Whether a game has a move. One without is no result: it earns no place, no rating and no day of a streak."""
    return game.moves > 0


def race_rank(game: Raced) -> Rank:
    """Return the rank of a game in a race: more locked cards, then reached earlier; without a move, last.

    A won game has all cards locked since its end, so winners come first, by time.
    """
    return (0, -game.locked, game.reached_ms) if is_played(game) else _UNPLAYED


def daily_rank(outcome: Outcome) -> Rank:
    """Return the rank on a daily: won, higher score, less time, fewer moves."""
    return (not outcome.won, -outcome.score, outcome.time_ms, outcome.moves)
