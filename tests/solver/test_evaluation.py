from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.board import Board
from gaprace.solver.encoding import CODES, ZOBRIST, encode_all, encoding_of
from gaprace.solver.evaluation import Evaluation, follows_shape, pairs_shape, simple_evaluation
from gaprace.solver.gain import gain, terms_of
from gaprace.solver.moves import Survey, is_won, key_after, legal_moves, survey, write_after
from gaprace.solver.tables import evaluation_for
from tests.positions import board_with_runs, won_board
from tests.strategies import boards, randoms


def random_evaluation(columns: int) -> Evaluation:
    numbers = np.random.default_rng(columns)
    pairs = numbers.integers(-300, 300, pairs_shape(columns), dtype=np.int16)
    return Evaluation(pairs, numbers.integers(-300, 300, follows_shape(columns), dtype=np.int16))


def surveyed(board: Board, *, right_fill: bool = False) -> tuple[Survey, list[int]]:
    """What is where on a board, and its legal moves."""
    found, row = Survey.empty(), encode_all([board])[0]
    survey(row, board.columns, found)
    count = legal_moves(row, board.columns, right_fill, False, found)
    return found, found.moves[:count].tolist()


@pytest.mark.parametrize("right_fill", [False, True])
@pytest.mark.parametrize("columns", [4, 7, 13])
@given(random=randoms)
def test_moves_are_those_of_the_rules_and_lead_to_the_same_boards(
    columns: int, right_fill: bool, random: Random
) -> None:
    board = boards_of(random, columns)
    encoding, row = encoding_of(columns), encode_all([board])[0]
    _, moves = surveyed(board, right_fill=right_fill)
    assert [encoding.move(move) for move in moves] == board.legal_moves(right_fill=right_fill)
    for move in moves:
        after = np.empty(CODES, dtype=np.uint8)
        write_after(row, move, after)
        assert encoding.decode(after) == board.after(encoding.move(move), right_fill=right_fill)


def boards_of(random: Random, columns: int) -> Board:
    """A board some moves away from a random one."""
    board = board_with_runs(random, columns)
    for _ in range(random.randrange(20)):
        moves = board.legal_moves()
        board = board.after(random.choice(moves)) if moves else board
    return board


@pytest.mark.parametrize("right_fill", [False, True])
@pytest.mark.parametrize("columns", [4, 7, 13])
@given(random=randoms)
def test_the_gain_of_a_move_is_the_difference_of_the_values(columns: int, right_fill: bool, random: Random) -> None:
    evaluation, board = random_evaluation(columns), boards_of(random, columns)
    found, moves = surveyed(board, right_fill=right_fill)
    after = [board.after(evaluation.encoding.move(move), right_fill=right_fill) for move in moves]
    row, values = encode_all([board])[0], evaluation.values(encode_all([board, *after]))
    gains = [gain(row, terms_of(evaluation), found.places, move) for move in moves]
    assert gains == (values[1:] - values[0]).tolist()


@given(boards(7))
def test_the_key_after_a_move_is_that_of_the_board_there(board: Board) -> None:
    encoding, key = encoding_of(7), encoding_of(7).keys(encode_all([board]))[0]
    for move in surveyed(board)[1]:
        after = encode_all([board.after(encoding.move(move))])
        assert key_after(key, move, ZOBRIST) == encoding.keys(after)[0]


@given(boards(13) | st.just(won_board(13)))
def test_locked_cards_are_counted_as_by_the_rules_and_a_board_is_won_when_all_are(board: Board) -> None:
    found = Survey.empty()
    assert survey(encode_all([board])[0], 13, found) == board.locked
    assert [int(end) - row * 14 - 1 for row, end in enumerate(found.run_ends)] == board.locked_runs()
    assert is_won(13, board.locked) is board.is_won


def test_tables_of_different_widths_are_refused() -> None:
    with pytest.raises(ValueError, match="do not belong together"):
        Evaluation(simple_evaluation(4).pairs, simple_evaluation(5).follows)


def test_the_trained_tables_are_in_the_package_and_narrow_boards_have_simple_ones() -> None:
    assert evaluation_for(13).columns == 13
    assert evaluation_for(13).pairs.any()
    assert evaluation_for(13).follows.any()
    assert evaluation_for(7).columns == 7
