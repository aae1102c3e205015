"""The accuracy of a game: the share of the win probability that the player has kept, and the costliest actions.

Every position of a game has a win probability. It changes by the player's decisions and by the luck of shuffles. Only
decisions count: the luck of a shuffle is the chance after it minus the mean over all possible shuffles. The accuracy is
the chance at the end minus the luck, divided by the chance at the start. AIVAT removes luck from poker results in the
same way (Burch and others, "AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games", 2018). A mistake that is undone costs nothing, and a lucky shuffle earns nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gaprace.errors import IllegalAction
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import Board, Move

MIN_CHANCE = 0.02
"""Below this chance at the start, nothing is said of what was kept."""
MIN_COST = 0.05
"""A smaller loss is not listed: estimates are no better."""
MAX_COSTS = 3


class Needed(NamedTuple):
    """The first move of a line that another move has made impossible, and the number of moves until it comes."""

    move: Move
    later: int


def accuracy(chances: Sequence[float], after_shuffle: Mapping[int, float]) -> int | None:
    """Return the kept share of the chance, 0 to 100; None if there was almost no chance.

    `chances` has the win probability of each position, from the opening on; `after_shuffle`, by the number of each
    shuffle among the actions, the mean chance of all shuffles that it could have been.
    """
    if chances[0] < MIN_CHANCE:
        return None
    luck = sum(chances[n] - mean for n, mean in after_shuffle.items())
    return round(100 * min(max((chances[-1] - luck) / chances[0], 0.0), 1.0))


def costs(actions: Sequence[Action], chances: Sequence[float], after_shuffle: Mapping[int, float]) -> dict[int, float]:
    """Return the costliest actions by number, with their cost in chance; the costliest first.

    Actions that were undone for good cost nothing.
    """
    taken = {n: chances[n - 1] - after_shuffle.get(n, chances[n]) for n in standing(actions)}
    dear = sorted((n for n, cost in taken.items() if cost >= MIN_COST), key=lambda n: (-taken[n], n))
    return {n: taken[n] for n in dear[:MAX_COSTS]}


def standing(actions: Sequence[Action]) -> list[int]:
    """Return the numbers of the moves and shuffles that led to the last board, in order: those not undone."""
    done: list[int] = []
    undone: list[int] = []
    for n, action in enumerate(actions, start=1):
        match action:
            case ControlAction.UNDO:
                undone.append(done.pop())
            case ControlAction.REDO:
                done.append(undone.pop())
            case ControlAction.RESIGN:
                pass
            case _:
                done.append(n)
                undone.clear()
    return done


def first_needed(board: Board, line: Iterable[Move], *, right_fill: bool) -> Needed | None:
    """Return the first move of a line that is impossible from a board; None if all are possible."""
    for number, move in enumerate(line, start=1):
        try:
            board = board.after(move, right_fill=right_fill)
        except IllegalAction:
            return Needed(move, number)
    return None
