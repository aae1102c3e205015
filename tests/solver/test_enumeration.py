from random import Random

import pytest

from gaprace.solver.enumeration import Enumeration
from gaprace.solver.lines import wins
from gaprace.solver.tables import evaluation_for
from tests.positions import solvitaire_deals, won_board
from tests.solver.small_boards import can_be_won, evaluation, random_board, reachable

BUDGET = 1_000_000


@pytest.mark.parametrize(
    ("columns", "deals", "right_fill"),
    [(2, 10, False), (3, 100, False), (3, 100, True), (4, 100, False), (4, 40, True), (5, 10, False)],
)
def test_it_ends_with_a_line_that_wins_or_has_proven_that_there_is_none(
    columns: int, deals: int, right_fill: bool
) -> None:
    random, kinds = Random(f"enumerations {columns}"), set[bool]()
    for _ in range(deals):
        board = random_board(random, columns)
        search = Enumeration(board, evaluation(columns), right_fill=right_fill)
        search.run(BUDGET)
        can_win = can_be_won(board, right_fill=right_fill)
        assert search.is_over
        assert search.is_exhausted is not can_win, board.text
        assert (search.line is not None) is can_win, board.text
        assert search.line is None or wins(board, search.line, right_fill=right_fill)
        kinds.add(can_win)
    assert kinds == ({True, False} if columns > 2 else {True})


def test_a_proof_looks_into_no_more_boards_than_can_be_reached_and_into_few_of_them() -> None:
    random, looked_into, all_boards = Random("whole enumerations"), 0, 0
    for columns in [3] * 40 + [4] * 20:
        board = random_board(random, columns)
        search = Enumeration(board, evaluation(columns))
        search.run(BUDGET)
        if search.is_exhausted:
            can_be_reached = len(reachable(board))
            assert search.boards <= can_be_reached
            looked_into, all_boards = looked_into + search.boards, all_boards + can_be_reached
    assert 0 < 2 * looked_into < all_boards


def test_one_that_is_stopped_carries_on_as_if_it_had_not_been() -> None:
    board = random_board(Random("stopped"), 5)
    whole, stopped = (Enumeration(board, evaluation(5)) for _ in range(2))
    whole.run(BUDGET)
    while not stopped.is_over:
        stopped.run(7)
    assert (stopped.line, stopped.boards, stopped.is_exhausted) == (whole.line, whole.boards, whole.is_exhausted)
    assert whole.boards > 7


def test_one_that_remembers_too_much_has_proven_nothing() -> None:
    for board in [board for board, verdict in solvitaire_deals() if verdict == "winnable"][:5]:
        search = Enumeration(board, evaluation_for(13), remembered=1_000)
        search.run(100_000)
        assert search.is_over
        assert not search.is_exhausted
        assert search.boards < 100_000


def test_a_won_board_is_won_in_no_moves() -> None:
    search = Enumeration(won_board(13), evaluation_for(13))
    search.run(1)
    assert (search.line, search.boards) == ([], 1)
