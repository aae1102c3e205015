"""Positions of games, and what is expected of them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from gaprace.rules.board import Board, Move

Verdict = Literal["winnable", "unwinnable", "unknown"]
"""`unknown`: no search has decided it within its budget."""


class Position(NamedTuple):
    """A position of a game, with what is known of it."""

    board: Board
    shuffles_left: int
    verdict: Verdict = "unknown"
    """Whether moves alone win, as far as it is proven."""


class Outlook(NamedTuple):
    """What spectators learn of a position."""

    win: float
    """The chance that a strong player wins from there, 0 to 1."""
    unwinnable: bool
    """Whether it is proven that moves alone cannot win."""


class Appraisal(NamedTuple):
    """What a search process answers about a position: the part of `gaprace.solver.chance.Chance` that analyses need.

    The server has it without loading the search.
    """

    win: float
    """The chance that a strong player wins from there, 0 to 1."""
    line: Sequence[Move] = ()
    """Moves toward as many locked cards as were found."""
