"""Scores and ranks. A rank is one tuple, compared as a whole: the smaller is the better, and equal ones share it."""

from server.rules.game import Game

Rank = tuple[int, ...]

POINTS_A_LOCKED_CARD = 1
POINTS_A_SHUFFLE = -5
POINTS_FOR_A_WIN_WITHOUT_SHUFFLE = 10


def score(game: Game) -> int:
    """Give a game's points, from the board as it lies. They may be negative."""
    perfect = game.is_won and game.shuffles == 0
    return (
        game.board.locked * POINTS_A_LOCKED_CARD
        + game.shuffles * POINTS_A_SHUFFLE
        + perfect * POINTS_FOR_A_WIN_WITHOUT_SHUFFLE
    )


def race_rank(game: Game) -> Rank:
    """Rank within a race: winners by time, then moves; behind them the others by score, then the earlier last move."""
    if game.is_won:
        return (0, game.time_ms, game.moves)
    return (1, -score(game), game.last_move_ms)


def daily_rank(game: Game) -> Rank:
    """Rank on a daily: won, higher score, less time, fewer moves."""
    return (not game.is_won, -score(game), game.time_ms, game.moves)
