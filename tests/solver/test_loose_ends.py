"""Left ends whose 2s can change places: one board to an enumeration, and moves of 2s to the game."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import numpy as np
import pytest

from gaprace.rules.board import GAP, LOWEST_RANK, Board, parse_board, rank_of
from gaprace.solver.encoding import SUIT, Bytes, encode_all
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.gain import terms_of
from gaprace.solver.lines import wins
from gaprace.solver.loose_ends import (
    NO_END,
    choices_of,
    gain_arranged,
    key_of_ends,
    loose_ends,
    make_arranged,
)
from gaprace.solver.moves import Survey, left_ends, survey
from gaprace.solver.tables import evaluation_for
from tests.solver.small_boards import can_be_won, evaluation, random_board, reachable

BUDGET = 1_000_000


def left_end_slots(board: Board) -> list[int]:
    return [row * board.columns for row in range(4)]


def arrangements(board: Board) -> Iterator[Board]:
    """Put the 2s and gaps at the left ends into every order."""
    loose = [end for end in left_end_slots(board) if rank_of(board.cells[end]) in {0, LOWEST_RANK}]
    for order in permutations(board.cells[end] for end in loose):
        cells = bytearray(board.cells)
        for end, content in zip(loose, order, strict=True):
            cells[end] = content
        yield Board(bytes(cells), board.columns)


def open_boards(random: Random, columns: int, count: int) -> Iterator[Board]:
    """Yield boards with an open left end and 2s at two others."""
    while count:
        board = random_board(random, columns)
        lying = [board.cells[end] for end in left_end_slots(board)]
        if GAP in lying and sum(rank_of(card) == LOWEST_RANK for card in lying) > 1:
            count -= 1
            yield board


def choices(cells: Bytes, right_fill: bool, loose: int, found: Survey) -> Iterator[int]:
    """Yield the moves into all gaps, in every arrangement of the loose ends."""
    terms = terms_of(evaluation_for(13), right_fill=right_fill)
    for gap in found.places[::SUIT]:
        for number in range(choices_of(cells, terms, loose, gap, found.places, found.moves)):
            yield int(found.moves[number])


def enumerated(board: Board, *, right_fill: bool = False) -> Enumeration:
    search = Enumeration(board, evaluation(board.columns), right_fill=right_fill)
    search.run(BUDGET)
    assert search.is_over
    return search


@pytest.mark.parametrize("right_fill", [False, True])
@pytest.mark.parametrize(("columns", "count"), [(3, 20), (4, 12)])
def test_with_an_open_end_all_arrangements_have_the_same_truth_which_the_enumeration_finds(
    columns: int, count: int, right_fill: bool
) -> None:
    verdicts = set[bool]()
    for board in open_boards(Random(f"open ends {columns}"), columns, count):
        can_win = can_be_won(board, right_fill=right_fill)
        for each in arrangements(board):
            search = enumerated(each, right_fill=right_fill)
            assert search.is_exhausted is not can_win, each.text
            assert search.line is None or wins(each, search.line, right_fill=right_fill), each.text
        verdicts.add(can_win)
    assert True in verdicts


def test_to_an_enumeration_they_are_one() -> None:
    """It looks into as many boards from one as from the other, and into far fewer than moves can reach."""
    looked_into = all_boards = 0
    for board in open_boards(Random("one to it"), 4, 60):
        searches = [enumerated(each) for each in set(arrangements(board))]
        if searches[0].is_exhausted:
            # Not exactly as many: the order of the moves, and so the boards that are tested for being lost, may differ.
            assert max(search.boards for search in searches) < 1.5 * min(search.boards for search in searches) + 10
            looked_into += searches[0].boards
            all_boards += len(reachable(board))
    assert 0 < 5 * looked_into < all_boards


def test_keys_differ_by_what_lies_at_ends_that_are_not_loose() -> None:
    board = parse_board("2C4C--3C/--3D4D2D/3H2H4H--/2S4S3S--", 4)
    others = encode_all(list(arrangements(board)))
    loose, terms = {loose_ends(cells, 4, 0) for cells in others}, terms_of(evaluation(4))
    assert loose == {sum(1 << left_ends(4)[row] for row in (0, 1, 3))}
    assert len({key_of_ends(cells, terms, *loose) for cells in others}) == 1
    assert len({key_of_ends(cells, terms, 0) for cells in others}) == len(others) == 6


@pytest.mark.parametrize("right_fill", [False, True])
def test_what_a_move_gains_is_what_the_values_differ_in_with_the_exchange_before_it(right_fill: bool) -> None:
    judge, exchanges = evaluation_for(13), 0
    terms = terms_of(judge, right_fill=right_fill)
    for board in open_boards(Random("gains"), 13, 300):
        cells, found = encode_all([board])[0], Survey.empty()
        survey(cells, 13, found)
        loose = loose_ends(cells, 13, 0)
        for move in choices(cells, right_fill, loose, found):
            after = cells.copy()
            gained = gain_arranged(cells, terms, loose, found.places, move)
            exchanges += make_arranged(after, terms, loose, move)[1] != NO_END
            assert gained == int(np.subtract(*judge.values(np.stack([after, cells])))), (board.text, move)
    assert exchanges


def test_no_end_is_loose_where_none_is_open_and_none_has_been() -> None:
    cells = encode_all([parse_board("2C4C--3C/2D3D4D--/3H2H4H--/2S4S3S--", 4)])[0]
    ends = left_ends(4)
    assert loose_ends(cells, 4, 0) == 0
    assert loose_ends(cells, 4, 1 << ends[0] | 1 << ends[3]) == 1 << ends[0] | 1 << ends[3]
    assert loose_ends(cells, 4, 1 << ends[0]) == 0, "a single one has the only 2 that is left"


def test_a_line_that_settles_ends_after_the_last_one_was_filled_arranges_the_2s_before() -> None:
    """Two 2s stand at each other's place, and the third one fills the last open end."""
    board = parse_board("2D--3C4C/2C--3D4D/--3H4H2H/2S3S4S--", 4)
    search = enumerated(board)
    assert wins(board, search.line, right_fill=False)
