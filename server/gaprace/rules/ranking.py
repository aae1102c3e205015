"""Scores and ranks. A rank is a tuple, compared as a whole: the smaller one is better, and equal ones tie."""

from typing import NamedTuple

from gaprace.rules.game import Game

Rank = tuple[int, ...]

POINTS_PER_LOCKED_CARD = 1
POINTS_PER_SHUFFLE = -5
POINTS_FOR_WIN_WITHOUT_SHUFFLE = 10


class Outcome(NamedTuple):
    """The values of a finished game that decide its rank."""

    won: bool
    score: int
    time_ms: int
    moves: int
    last_move_ms: int


def score(game: Game) -> int:
    """Return the score of a game with its current board, in points. It may be negative."""
    perfect = game.is_won and game.shuffles == 0
    return (
        game.board.locked * POINTS_PER_LOCKED_CARD
        + game.shuffles * POINTS_PER_SHUFFLE
        + perfect * POINTS_FOR_WIN_WITHOUT_SHUFFLE
    )


def outcome_of(game: Game) -> Outcome:
    """Return the values of a game that decide its rank."""
    return Outcome(game.is_won, score(game), game.time_ms, game.moves, game.last_move_ms)


def race_rank_of(outcome: Outcome) -> Rank:
    """Return the rank in a race: winners by time, then moves; then the others by score, then earlier last move."""
    if outcome.won:
        return (0, outcome.time_ms, outcome.moves)
    return (1, -outcome.score, outcome.last_move_ms)


def daily_rank_of(outcome: Outcome) -> Rank:
    """Return the rank on a daily: won, higher score, less time, fewer moves."""
    return (not outcome.won, -outcome.score, outcome.time_ms, outcome.moves)


def race_rank(game: Game) -> Rank:
    """Return the rank of a game in a race."""
    return race_rank_of(outcome_of(game))
