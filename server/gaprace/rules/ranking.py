"""Scores and ranks. A rank is one tuple, compared as a whole: the smaller is the better, and equal ones share it."""

from typing import NamedTuple

from gaprace.rules.game import Game

Rank = tuple[int, ...]

POINTS_A_LOCKED_CARD = 1
POINTS_A_SHUFFLE = -5
POINTS_FOR_A_WIN_WITHOUT_SHUFFLE = 10


class Outcome(NamedTuple):
    """What ranks look at of a game that has ended."""

    won: bool
    score: int
    time_ms: int
    moves: int
    last_move_ms: int


def score(game: Game) -> int:
    """Return a game's points, from the board as it lies. They may be negative."""
    perfect = game.is_won and game.shuffles == 0
    return (
        game.board.locked * POINTS_A_LOCKED_CARD
        + game.shuffles * POINTS_A_SHUFFLE
        + perfect * POINTS_FOR_A_WIN_WITHOUT_SHUFFLE
    )


def outcome_of(game: Game) -> Outcome:
    """Return what ranks look at of a game."""
    return Outcome(game.is_won, score(game), game.time_ms, game.moves, game.last_move_ms)


def race_rank_of(outcome: Outcome) -> Rank:
    """Rank within a race: winners by time, then moves; behind them the others by score, then the earlier last move."""
    if outcome.won:
        return (0, outcome.time_ms, outcome.moves)
    return (1, -outcome.score, outcome.last_move_ms)


def daily_rank_of(outcome: Outcome) -> Rank:
    """Rank on a daily: won, higher score, less time, fewer moves."""
    return (not outcome.won, -outcome.score, outcome.time_ms, outcome.moves)


def race_rank(game: Game) -> Rank:
    """Rank a game within a race."""
    return race_rank_of(outcome_of(game))


def daily_rank(game: Game) -> Rank:
    """Rank a game on a daily."""
    return daily_rank_of(outcome_of(game))
