import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from gaprace.rules.board import Board, parse_board
from gaprace.solver import beam, solve
from gaprace.solver.beam import BeamSearch, best_of
from gaprace.solver.lines import wins
from gaprace.solver.queue import BUCKET_BITS
from gaprace.solver.tables import evaluation_for
from tests.solver.small_boards import can_be_won, evaluation, random_board

WIDTH = 300


def deals(verdict: str) -> list[Board]:
    found = json.loads((Path(__file__).parents[1] / "vectors" / "solvitaire.json").read_text())
    rows = [deal["rows"] for deal in found if deal["verdict"] == verdict]
    texts = ["/".join("".join((card or "--").replace("10", "T") for card in row) for row in each) for each in rows]
    return [parse_board(text, 13) for text in texts]


@pytest.mark.parametrize("right_fill", [False, True])
def test_a_beam_wins_nothing_that_cannot_be_won_and_its_lines_win(right_fill: bool) -> None:
    random, won = Random("beams"), 0
    for _ in range(100):
        board = random_board(random, 3)
        search = BeamSearch(board, evaluation(3), WIDTH, right_fill=right_fill)
        search.run(1_000_000)
        assert search.is_over
        assert search.line is None or can_be_won(board, right_fill=right_fill)
        assert search.line is None or wins(board, search.line, right_fill=right_fill)
        won += search.line is not None
    assert 0 < won < 100


def test_a_beam_that_is_stopped_carries_on_as_if_it_had_not_been() -> None:
    board = deals("solvable")[0]
    whole, stopped = (BeamSearch(board, evaluation_for(13), WIDTH) for _ in range(2))
    whole.run(10_000_000)
    while not stopped.is_over:
        stopped.run(77)
    assert (stopped.line, stopped.boards) == (whole.line, whole.boards)


def test_a_beam_that_forgets_what_it_has_reached_still_ends_with_lines_that_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beam, "MAX_VISITED", 1_000)
    found = list[Board]()
    for board in deals("solvable"):
        search = BeamSearch(board, evaluation_for(13), WIDTH)
        search.run(10_000_000)
        assert search.is_over
        if search.line is not None:
            assert wins(board, search.line, right_fill=False)
            found.append(board)
    assert found


def test_the_best_are_those_of_the_highest_buckets_and_among_equals_the_first() -> None:
    values = np.random.default_rng(0).integers(-3_000, 3_000, 5_000, dtype=np.int32)
    order = np.argsort(-(values >> BUCKET_BITS), kind="stable")
    for width in (1, 100, 4_999, 5_000, 6_000):
        assert best_of(values, width).tolist() == sorted(order[:width].tolist())


@pytest.fixture
def beams_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "BEST_FIRST_BOARDS", 1_000)
    monkeypatch.setattr(solve, "BEAMS", ((4_000, None), (4_000, 0)))


@pytest.mark.usefixtures("beams_at_once")
def test_beams_win_what_the_best_first_searches_have_left_open() -> None:
    decided = 0
    for board in deals("solvable")[:10]:
        assert solve.solve(board, evaluation_for(13), boards=1_000).verdict != "unwinnable"
        solution = solve.solve(board, evaluation_for(13), boards=800_000)
        assert solution.verdict in {"winnable", "unknown"}
        decided += solution.verdict == "winnable" and solution.boards > 1_000
    assert decided


@pytest.mark.usefixtures("beams_at_once")
@pytest.mark.parametrize("boards", [1_001, 20_000])
def test_the_budget_is_kept_to_by_the_beams_too(boards: int) -> None:
    solution = solve.solve(deals("solvable")[0], evaluation_for(13), boards=boards)
    assert (solution.verdict, solution.boards) == ("unknown", boards)
