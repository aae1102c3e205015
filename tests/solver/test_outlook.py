"""What spectators learn of a position: a proof where an enumeration ends, else an estimate."""

from random import Random

from gaprace.rules.board import parse_board
from gaprace.rules.variants import VARIANTS
from gaprace.solver.chance import outlook_of
from gaprace.solver.position import Outlook, Position
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from tests.positions import random_deal

MINI = VARIANTS["mini"]
ONE_AWAY = parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7)
CROSSED = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--", 7)
"""Two cards lie in each other's places, and nothing can move them."""


def test_a_board_that_moves_cannot_win_is_lost_without_a_shuffle_and_open_with_one() -> None:
    evaluation = evaluation_for(7)
    assert outlook_of(Position(CROSSED, 0), MINI, evaluation) == Outlook(0.0, unwinnable=True)
    with_one = outlook_of(Position(CROSSED, 1), MINI, evaluation)
    assert with_one.unwinnable
    assert 0 < with_one.win < 1
    assert outlook_of(Position(ONE_AWAY, 0), MINI, evaluation) == Outlook(1.0, unwinnable=False)


def test_the_proof_is_right_moves_before_the_end_and_never_claims_too_much() -> None:
    random, evaluation, early = Random(3), evaluation_for(7), 0
    for _ in range(12):
        board = random_deal(random, MINI).opening()
        while moves := board.legal_moves(right_fill=False):
            if outlook_of(Position(board, 1), MINI, evaluation).unwinnable:
                assert solve(board, evaluation, boards=100_000).verdict == "unwinnable"
                early += 1
            board = board.after(random.choice(moves), right_fill=False)
    assert early > 10
