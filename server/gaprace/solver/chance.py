"""The win probability of a game: by a proof, and where there is none, by an estimate (`gaprace.solver.win_model`).

A proof replaces what it decides: a line that wins makes the chance 1, and where every sequence of moves was tried in
vain, a win without a shuffle is ruled out.
"""

from typing import Literal, NamedTuple

from gaprace.rules.board import ROWS
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Outlook, Position
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.features import ShortSearch, short_search
from gaprace.solver.lines import Line
from gaprace.solver.win_model import WinModel, win_model

Proven = Literal["win", "loss"]
"""`win`: moves alone win. `loss`: moves alone cannot, and no shuffle is left."""
UNPROVEN_MIN, UNPROVEN_MAX = 0.001, 0.999
"""Bounds of an estimate: without a proof, no chance is quite certain."""


class Chance(NamedTuple):
    """The expected end of a game from a position."""

    win: float
    """The chance that a strong player wins from here, 0 to 1."""
    proven: Proven | None
    """The proven outcome; then the chance is 1 or 0. None: it is an estimate."""
    locked: float
    """The number of cards that will be locked at the end, as expected."""
    line: Line
    """Moves that win, if such are known; otherwise those to the board with most cards locked that was found."""

    @property
    def par(self) -> int | None:
        """The length of the winning line, an upper bound of what is needed; None if there is none."""
        return len(self.line) if self.proven == "win" else None


def chance_of(position: Position, variant: Variant, evaluation: Evaluation, line: Line = ()) -> Chance:
    """Return what can be expected of a position; `line` wins it, if one is known.

    A custom variant counts as the one that it is made of; of that, only the fill and the shuffles left differ.
    """
    board, shuffles_left, verdict = position
    found = short_search(board, variant, evaluation)
    cards = ROWS * (board.columns - 1)
    if verdict == "winnable" or found.line is not None:
        return Chance(1.0, "win", cards, line or found.line or ())
    cannot_win_now = verdict == "unwinnable" or board.is_stuck(right_fill=variant.right_fill)
    if cannot_win_now and not shuffles_left:
        return Chance(0.0, "loss", found.locked, found.toward)
    return _estimate(found, win_model(variant.name), shuffles_left, cards, cannot_win_now=cannot_win_now)


def _estimate(found: ShortSearch, model: WinModel, shuffles_left: int, cards: int, *, cannot_win_now: bool) -> Chance:
    now = 0.0 if cannot_win_now else model.now(found.features)
    win = now + (1 - now) * model.later(found.features, shuffles_left)
    win = min(max(win, UNPROVEN_MIN), UNPROVEN_MAX)
    lost = cards * model.lost_share(found.features, shuffles_left)
    return Chance(win, None, win * cards + (1 - win) * lost, found.toward)


PROOF_BOARDS = 1_000
"""Boards that are enumerated for a proof: it is found some ten moves before a game is stuck."""


def outlook_of(position: Position, variant: Variant, evaluation: Evaluation) -> Outlook:
    """Return what spectators learn of a position."""
    enumeration = Enumeration(position.board, evaluation, right_fill=variant.right_fill)
    enumeration.run(PROOF_BOARDS)
    known = position._replace(verdict="unwinnable") if enumeration.is_exhausted else position
    return Outlook(chance_of(known, variant, evaluation).win, unwinnable=enumeration.is_exhausted)
