from random import Random

import numpy as np
import pytest
from hypothesis import given

from gaprace.rules.board import Board
from gaprace.solver.encoding import apply_moves, encode_all, encoding_of, locked_cards, won_boards
from gaprace.solver.evaluation import Evaluation, follows_shape, pairs_shape, simple_evaluation
from gaprace.solver.moves import legal_moves
from gaprace.solver.search import keys_after
from gaprace.solver.tables import evaluation_for
from tests.positions import board_with_runs, won_board
from tests.strategies import boards, randoms


def random_evaluation(columns: int) -> Evaluation:
    numbers = np.random.default_rng(columns)
    pairs = numbers.integers(-300, 300, pairs_shape(columns), dtype=np.int16)
    return Evaluation(pairs, numbers.integers(-300, 300, follows_shape(columns), dtype=np.int16))


def after_all_moves(board: Board) -> list[Board]:
    return [board.after(move) for move in board.legal_moves()]


@given(boards(13))
def test_a_board_comes_back_from_its_row_of_numbers(board: Board) -> None:
    assert encoding_of(13).decode(encode_all([board])[0]) == board


@pytest.mark.parametrize("columns", [4, 7, 13])
@given(random=randoms)
def test_moves_are_those_of_the_rules_and_lead_to_the_same_boards(columns: int, random: Random) -> None:
    board = boards_of(random, columns)
    encoding, rows = encoding_of(columns), encode_all([board])
    moves = legal_moves(rows, encoding)
    made = {encoding.move(*each) for each in zip(moves.card.tolist(), moves.target.tolist(), strict=True)}
    assert made == set(board.legal_moves())
    after = rows.take(moves.board, axis=0)
    apply_moves(after, moves.card, moves.source, moves.target)
    assert {encoding.decode(row) for row in after} == set(after_all_moves(board))


def boards_of(random: Random, columns: int) -> Board:
    """A board some moves away from a random one."""
    board = board_with_runs(random, columns)
    for _ in range(random.randrange(20)):
        moves = board.legal_moves()
        board = board.after(random.choice(moves)) if moves else board
    return board


@pytest.mark.parametrize("columns", [4, 7, 13])
@given(random=randoms)
def test_the_gain_of_a_move_is_the_difference_of_the_values(columns: int, random: Random) -> None:
    evaluation, board = random_evaluation(columns), boards_of(random, columns)
    rows = encode_all([board])
    moves = legal_moves(rows, evaluation.encoding)
    after = rows.take(moves.board, axis=0)
    apply_moves(after, moves.card, moves.source, moves.target)
    assert evaluation.gains(rows, moves).tolist() == (evaluation.values(after) - evaluation.values(rows)).tolist()


@given(boards(7))
def test_the_key_after_a_move_is_that_of_the_board_there_whichever_gap_is_which(board: Board) -> None:
    encoding, rows = encoding_of(7), encode_all([board])
    moves = legal_moves(rows, encoding)
    keys = keys_after(encoding.keys(rows[:1]), moves)
    after = [board.after(encoding.move(*each)) for each in zip(moves.card.tolist(), moves.target.tolist(), strict=True)]
    assert keys.tolist() == [int(encoding.keys(encode_all([each]))[0]) for each in after]


@given(boards(13))
def test_locked_cards_are_counted_as_by_the_rules(board: Board) -> None:
    assert locked_cards(encode_all([board]), encoding_of(13)).tolist() == [board.locked]


def test_won_boards_are_found_among_others() -> None:
    others = [boards_of(Random(seed), 7) for seed in range(5)]
    rows = encode_all([*(board for board in others if not board.is_won), won_board(7)])
    assert won_boards(rows, encoding_of(7)).tolist() == [len(rows) - 1]
    assert not won_boards(rows[:-1], encoding_of(7)).size


def test_tables_of_different_widths_are_refused() -> None:
    with pytest.raises(ValueError, match="do not belong together"):
        Evaluation(simple_evaluation(4).pairs, simple_evaluation(5).follows)


def test_the_trained_tables_are_in_the_package_and_narrow_boards_have_simple_ones() -> None:
    assert evaluation_for(13).columns == 13
    assert evaluation_for(13).pairs.any()
    assert evaluation_for(13).follows.any()
    assert evaluation_for(7).columns == 7
