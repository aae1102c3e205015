from random import Random

import pytest

from gaprace.rules.board import Board, parse_board
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.lines import replayed
from tests.positions import won_board
from tests.solver.small_boards import can_be_won, evaluation, looks_lost, random_board, reachable, with_placed_twos

RULES = [
    pytest.param(3, 150, False, False, id="3 columns"),
    pytest.param(4, 150, False, False, id="4 columns"),
    pytest.param(5, 25, False, False, id="5 columns"),
    pytest.param(4, 100, True, False, id="placed twos"),
    pytest.param(3, 150, False, True, id="right-neighbour fill"),
]


def boards(random: Random, columns: int, count: int, *, placed_twos: bool) -> list[Board]:
    drawn = [random_board(random, columns) for _ in range(count)]
    return [with_placed_twos(board) if placed_twos else board for board in drawn]


@pytest.mark.parametrize(("columns", "count", "placed_twos", "right_fill"), RULES)
def test_no_board_that_can_be_won_looks_lost_nor_any_on_the_way_to_the_win(
    columns: int, count: int, placed_twos: bool, right_fill: bool
) -> None:
    random, lost, seen = Random(f"prospects {columns}"), 0, 0
    for board in boards(random, columns, count, placed_twos=placed_twos):
        search = Enumeration(board, evaluation(columns), right_fill=right_fill)
        search.run(1_000_000)
        if can_be_won(board, right_fill=right_fill):
            assert not looks_lost(board, right_fill=right_fill), board.text
            assert search.line is not None, board.text
            on_the_way = (
                replayed(board, search.line[:moves], right_fill=right_fill) for moves in range(len(search.line))
            )
            assert not any(looks_lost(each, right_fill=right_fill) for each in on_the_way), board.text
        else:
            assert search.is_exhausted, board.text
            lost, seen = lost + 1, seen + looks_lost(board, right_fill=right_fill)
    assert 0 < seen < lost < count


def test_every_board_from_which_a_win_can_be_reached_is_kept() -> None:
    """All boards of many deals, by plain enumeration: a board that looks lost leads to no win."""
    random, looking_lost = Random("all boards"), 0
    for board in boards(random, 3, 60, placed_twos=False):
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
