"""What spectators learn of a position: its win probability, and whether it is proven that moves alone cannot win."""

from gaprace.rules.variants import Variant
from gaprace.solver.chance import chance_of
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.position import Outlook, Position
from gaprace.solver.search import BestFirstSearch

PROOF_BOARDS = 1_000
"""Boards that are enumerated for a proof: it is found some ten moves before a game is stuck."""


def outlook_of(position: Position, variant: Variant, evaluation: Evaluation) -> Outlook:
    """Return what spectators learn of a position."""
    search = BestFirstSearch(position.board, evaluation, right_fill=variant.right_fill, locks_at_once=False)
    search.run(PROOF_BOARDS)
    known = position._replace(verdict="unwinnable") if search.is_exhausted else position
    return Outlook(chance_of(known, variant, evaluation).win, unwinnable=search.is_exhausted)
