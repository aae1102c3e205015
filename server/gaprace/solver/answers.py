"""The questions to the solver, and its answers: positions, win probabilities, advice and puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gaprace.rules.actions import Action
from gaprace.rules.board import Board, Card, Move

Verdict = Literal["winnable", "unwinnable", "unknown"]
"""`unknown`: no search has decided it within its budget."""


class Position(NamedTuple):
    """A position of a game, with the verdict on it."""

    board: Board
    shuffles_left: int
    verdict: Verdict = "unknown"
    """Whether moves alone win, as far as it is proven."""


class Outlook(NamedTuple):
    """The facts about a position that spectators learn."""

    win: float
    """The chance that a strong player wins from there, 0 to 1."""
    unwinnable: bool
    """Whether it is proven that moves alone cannot win."""


class Appraisal(NamedTuple):
    """The answer of a search process about a position: the part of `gaprace.solver.chance.Chance` that analyses need.

    The server has it without loading the search.
    """

    win: float
    """The chance that a strong player wins from there, 0 to 1."""
    line: Sequence[Move] = ()
    """Moves toward as many locked cards as were found."""


Reason = Literal["locks", "opens", "keeps_open", "moves", "shuffle", "undo_first", "back", "lost"]
"""`locks`: it locks `card`. `opens`: it opens the gap that `card` can lock in. `keeps_open`: it leaves `count` gaps
open. `moves`: it is a legal move and nothing more. `shuffle`, `back`: nothing useful moves, so shuffle or undo.
`undo_first`: a shuffle is best on the board before the last `count` actions. `lost`: the position can no longer be won,
so undo."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and the reason for it."""

    action: Action
    reason: Reason
    card: Card | None = None
    """For `locks` and `opens`."""
    count: int | None = None
    """For `keeps_open` and `undo_first`."""
    wins_in: int | None = None
    """Length of the winning line, without a shuffle, that the action begins; None if none is known."""
    win: float | None = None
    """The chance to win by the shuffle that it makes, or leads to; None if no shuffle is in view."""
    instead: float | None = None
    """The same for a shuffle at once or, for `shuffle`, after more cards are locked; None if there is none."""


class Refutation(NamedTuple):
    """The proof that a move loses."""

    move: Move
    boards: int
    """All boards that can be reached after it. None of them is won."""
    locked: int
    """The most cards that can be locked on any of them."""
    line: tuple[Move, ...]
    """The moves to that board, after the losing one."""


class Step(NamedTuple):
    """A position of a puzzle."""

    move: Move
    """The one move that wins."""
    refutations: tuple[Refutation, ...]
    """All others."""


class Puzzle(NamedTuple):
    """A position in which exactly one move keeps a proven win, with the proof that every other one loses."""

    board: Board
    steps: tuple[Step, ...]
    win: tuple[Move, ...]
    """The moves that win after them: one way of several."""

    @property
    def boards(self) -> int:
        """The boards that prove it."""
        return sum(refutation.boards for step in self.steps for refutation in step.refutations)


class Mistake(NamedTuple):
    """A puzzle from a game, in which its player made another move."""

    puzzle: Puzzle
    played: Move
