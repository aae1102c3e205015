"""A puzzle: a position in which exactly one move keeps a proven win, with the proof that every other one loses.

`gaprace.solver.find_puzzles` finds them.
"""

from typing import NamedTuple

from gaprace.rules.board import Board, Move
from gaprace.solver.lines import Line


class Refutation(NamedTuple):
    """The proof that a move loses."""

    move: Move
    boards: int
    """All boards that can be reached after it. None of them is won."""
    locked: int
    """The most cards that can be locked on any of them."""
    line: Line
    """The moves to that board, after the losing one."""


class Step(NamedTuple):
    """A position of a puzzle."""

    move: Move
    """The one move that wins."""
    refutations: tuple[Refutation, ...]
    """All others."""


class Puzzle(NamedTuple):
    """A position and the only moves that win."""

    board: Board
    steps: tuple[Step, ...]
    win: Line
    """The moves that win after them: one way of several."""

    @property
    def boards(self) -> int:
        """The boards that prove it."""
        return sum(refutation.boards for step in self.steps for refutation in step.refutations)


class Mistake(NamedTuple):
    """A puzzle from a game, in which its player made another move."""

    puzzle: Puzzle
    played: Move
