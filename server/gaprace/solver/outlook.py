"""What spectators learn of a position: its win probability, and whether it is proven that moves alone cannot win."""

from gaprace.rules.variants import Variant
from gaprace.solver.chance import chance_of
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.position import Outlook, Position

PROOF_BOARDS = 1_000
"""Boards that are enumerated for a proof: it is found some ten moves before a game is stuck."""


def outlook_of(position: Position, variant: Variant, evaluation: Evaluation) -> Outlook:
    """Return what spectators learn of a position."""
    enumeration = Enumeration(position.board, evaluation, right_fill=variant.right_fill)
    enumeration.run(PROOF_BOARDS)
    known = position._replace(verdict="unwinnable") if enumeration.is_exhausted else position
    return Outlook(chance_of(known, variant, evaluation).win, unwinnable=enumeration.is_exhausted)
