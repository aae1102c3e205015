"""The enumeration, and the boards that it need not look into since nothing can win them any more."""

from random import Random

import pytest

from gaprace.rules.board import parse_board
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.lines import replayed, wins
from gaprace.solver.tables import evaluation_for
from tests.positions import solvitaire_deals, won_board
from tests.solver.small_boards import can_be_won, evaluation, looks_lost, random_board, reachable, with_placed_twos

BUDGET = 1_000_000


@pytest.mark.parametrize(
    ("columns", "deals", "placed_twos", "right_fill"),
    [
        pytest.param(3, 150, False, False, id="3 columns"),
        pytest.param(4, 150, False, False, id="4 columns"),
        pytest.param(5, 25, False, False, id="5 columns"),
        pytest.param(4, 100, True, False, id="placed twos"),
        pytest.param(3, 150, False, True, id="right-neighbour fill"),
        pytest.param(4, 150, False, True, id="right-neighbour fill of 4 columns"),
    ],
)
def test_it_ends_with_a_line_that_wins_on_which_no_board_looks_lost_or_has_proven_that_there_is_none(
    columns: int, deals: int, placed_twos: bool, right_fill: bool
) -> None:
    random, lost, seen = Random(f"enumerations {columns}"), 0, 0
    for _ in range(deals):
        board = random_board(random, columns)
        board = with_placed_twos(board) if placed_twos else board
        search = Enumeration(board, evaluation(columns), right_fill=right_fill)
        search.run(BUDGET)
        can_win = can_be_won(board, right_fill=right_fill)
        assert search.is_over
        assert search.is_exhausted is not can_win, board.text
        assert (search.line is not None) is can_win, board.text
        if search.line is None:
            lost, seen = lost + 1, seen + looks_lost(board, right_fill=right_fill)
        else:
            assert wins(board, search.line, right_fill=right_fill)
            on_the_way = [replayed(board, search.line[:at], right_fill=right_fill) for at in range(len(search.line))]
            assert not any(looks_lost(each, right_fill=right_fill) for each in [board, *on_the_way]), board.text
    assert 0 < seen < lost < deals


def test_every_board_from_which_a_win_can_be_reached_is_kept() -> None:
    """All boards of many deals, by plain enumeration: a board that looks lost leads to no win."""
    random, looking_lost = Random("all boards"), 0
    for board in [random_board(random, 3) for _ in range(60)]:
        for each in reachable(board):
            if looks_lost(each):
                looking_lost += 1
                assert not can_be_won(each), each.text
    assert looking_lost


@pytest.mark.parametrize("right_fill", [False, True])
@pytest.mark.parametrize("columns", [3, 7, 13])
def test_a_won_board_does_not_look_lost(columns: int, right_fill: bool) -> None:
    assert not looks_lost(won_board(columns), right_fill=right_fill)


def test_gaps_behind_kings_that_nothing_moves_are_seen_at_once() -> None:
    assert looks_lost(parse_board("3H2H4H--/3S2S4S--/3D2D4D--/3C2C4C--", 4))


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


def test_one_that_remembers_too_much_has_proven_nothing() -> None:
    for board in [board for board, verdict in solvitaire_deals() if verdict == "winnable"][:5]:
        search = Enumeration(board, evaluation_for(13), remembered=1_000)
        search.run(100_000)
        assert search.is_over
        assert not search.is_exhausted
        assert search.boards < 100_000


@pytest.mark.parametrize("columns", [2, 13])
def test_a_won_board_is_won_in_no_moves(columns: int) -> None:
    search = Enumeration(won_board(columns), evaluation_for(columns))
    search.run(1)
    assert (search.line, search.boards) == ([], 1)
