from itertools import pairwise

import numpy as np
import pytest

from gaprace.solver.encoding import encode_all, encoding_of
from gaprace.solver.evaluation import simple_evaluation
from tools.training.beams import Beams
from tools.training.deals import board_of
from tools.training.examples import PATH_BOARDS, RIVALS, collect_examples

WIDTH = 32
OPENINGS = [board_of(number, "test", 7) for number in range(12)]


@pytest.fixture(scope="module")
def beams() -> Beams:
    found = Beams(encode_all(OPENINGS), simple_evaluation(7), WIDTH)
    assert 1 < len(found.won) < len(OPENINGS)
    return found


def test_ways_lead_by_moves_from_the_opening_to_a_won_board(beams: Beams) -> None:
    encoding = encoding_of(7)
    for deal in beams.won:
        rows = beams.boards(beams.path(deal))
        boards = [encoding.decode(row) for row in rows]
        assert boards[0] == OPENINGS[deal]
        assert [board.is_won for board in boards] == [False] * (len(boards) - 1) + [True]
        for before, after in pairwise(boards):
            assert after in [before.after(move) for move in before.legal_moves()]


def test_no_beam_is_wider_than_told_and_none_keeps_a_board_twice(beams: Beams) -> None:
    encoding = encoding_of(7)
    for deal in beams.won:
        path = beams.path(deal)
        begins, counts = beams.kept(deal, len(path))
        assert max(counts) == WIDTH
        assert all(begin <= number < begin + count for begin, number, count in zip(begins, path, counts, strict=True))
        numbers = np.concatenate([np.arange(*span) for span in zip(begins, begins + counts, strict=True)])
        assert len(set(encoding.keys(beams.boards(numbers)).tolist())) == len(numbers)


def test_boards_are_searched_anew_by_narrower_beams(beams: Beams) -> None:
    path = beams.path(beams.won[0])
    anew = beams.of_boards(path[-3:-1], 1)
    assert 1 in anew.won  # one move before the win
    assert len(anew.path(1)) == 2


def test_the_first_of_a_group_is_not_among_its_rivals_and_deals_that_are_not_won_have_no_groups() -> None:
    groups = collect_examples(range(16, 24), simple_evaluation(7), WIDTH).groups.features
    assert len(groups) > PATH_BOARDS
    assert groups.shape[1] == 1 + RIVALS
    assert not (groups[:, 1:] == groups[:, :1]).all(axis=2).any()
    none = collect_examples(range(8), simple_evaluation(7), 1)
    assert (none.won, none.groups.size) == (0, 0)
