from random import Random

import pytest

from gaprace.errors import IllegalAction
from gaprace.rules.board import Move, parse_board
from gaprace.solver import solve as module
from gaprace.solver.answers import Verdict
from gaprace.solver.cyclic_search import CyclicSearch
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.evaluation import simple_evaluation
from gaprace.solver.lines import replayed
from gaprace.solver.search import BestFirstSearch, Policy
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from tests.positions import solvitaire_deals, won_board
from tests.solver.small_boards import can_be_won, evaluation, random_board, reachable, with_placed_twos

LOCKING_LOSES = "3D----3C/4H2S4C3S/2C4S--2D/2H--3H4D"


@pytest.mark.parametrize(
    ("columns", "deals", "placed_twos", "right_fill"),
    [(3, 50, False, False), (4, 250, False, False), (5, 50, False, False), (4, 50, True, False), (3, 200, False, True)],
)
def test_on_small_boards_verdicts_equal_full_enumeration(
    columns: int, deals: int, placed_twos: bool, right_fill: bool
) -> None:
    random, kinds = Random(f"small {columns}"), set[Verdict]()
    for _ in range(deals):
        board = random_board(random, columns)
        board = with_placed_twos(board) if placed_twos else board
        solution = solve(board, evaluation(columns), right_fill=right_fill)
        is_winnable = can_be_won(board, right_fill=right_fill)
        assert solution.verdict == ("winnable" if is_winnable else "unwinnable"), board.text
        assert replayed(board, solution.line, right_fill=right_fill).is_won is is_winnable
        kinds.add(solution.verdict)
    assert kinds == {"winnable", "unwinnable"}


def test_no_verdict_contradicts_an_independent_solver_and_every_line_wins() -> None:
    decided = 0
    for board, verdict in solvitaire_deals():
        solution = solve(board, evaluation_for(13), boards=10_000)
        assert solution.verdict in {verdict, "unknown"}, board.text
        assert replayed(board, solution.line).is_won is (solution.verdict == "winnable")
        decided += solution.verdict != "unknown"
    assert decided >= 10


def test_a_verdict_is_the_same_every_time() -> None:
    board, _ = solvitaire_deals()[0]
    assert solve(board, evaluation_for(13), boards=5000) == solve(board, evaluation_for(13), boards=5000)


def test_a_won_board_is_winnable_in_no_moves() -> None:
    solution = solve(won_board(13), evaluation_for(13))
    assert (solution.verdict, solution.line) == ("winnable", ())


def test_without_time_nothing_is_known() -> None:
    board, _ = solvitaire_deals()[0]
    assert solve(board, evaluation_for(13), should_stop=lambda: True).verdict == "unknown"


@pytest.mark.parametrize("kind", [BestFirstSearch, CyclicSearch, Enumeration])
def test_a_search_that_is_stopped_carries_on_as_if_it_had_not_been(kind: type[Enumeration]) -> None:
    for board in (solvitaire_deals()[0][0], random_board(Random("stopped"), 5)):
        stopped, whole = (kind(board, evaluation_for(board.columns)) for _ in range(2))
        whole.run(1_000_000)
        while not stopped.is_over:
            stopped.run(7)
        assert (stopped.line, stopped.boards, stopped.is_exhausted) == (whole.line, whole.boards, whole.is_exhausted)
        assert whole.boards > 7


@pytest.fixture
def tastes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CYCLIC_BOARDS", 3_000)
    monkeypatch.setattr(module, "PROVING_BOARDS", 500)


@pytest.mark.usefixtures("tastes_at_once")
def test_other_tastes_win_what_the_first_search_has_left_open() -> None:
    won = 0
    for board, verdict in solvitaire_deals():
        if verdict == "winnable" and won < 3:
            solution = solve(board, evaluation_for(13), boards=10_000)
            assert solution.verdict != "unwinnable"
            won += solution.verdict == "winnable" and solution.boards > 3_750
    assert won == 3


@pytest.mark.usefixtures("tastes_at_once")
@pytest.mark.parametrize("boards", [1, 500, 3_001, 5_001, 30_000])
def test_the_budget_is_kept_to_by_all_searches(boards: int) -> None:
    board, _ = solvitaire_deals()[43]  # it takes more than all of these
    solution = solve(board, evaluation_for(13), boards=boards)
    assert (solution.verdict, solution.boards) == ("unknown", boards)


def test_an_evaluation_for_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot judge 13"):
        solve(won_board(13), simple_evaluation(7))


def test_locking_at_once_can_lose_a_win_and_the_verdict_is_right_all_the_same() -> None:
    """Why a search that locks at once proves nothing: it ends on this board without the win that there is."""
    board = parse_board(LOCKING_LOSES, 4)
    for search in (BestFirstSearch(board, evaluation(4)), CyclicSearch(board, evaluation(4))):
        search.run(1_000_000)
        assert search.is_exhausted
    solution = solve(board, evaluation(4))
    assert solution.verdict == "winnable"
    assert replayed(board, solution.line).is_won


@pytest.mark.parametrize("right_fill", [False, True])
def test_a_cyclic_search_wins_what_the_best_first_search_wins_and_ends_sooner_without_a_win(right_fill: bool) -> None:
    random, wins, boards, fewer = Random("cyclic"), 0, 0, 0
    for columns in [4] * 60 + [5] * (0 if right_fill else 20):
        board = random_board(random, columns)
        by_value = BestFirstSearch(board, evaluation(columns), Policy(right_fill=right_fill))
        cyclic = CyclicSearch(board, evaluation(columns), right_fill=right_fill)
        for search in (by_value, cyclic):
            search.run(1_000_000)
            assert search.is_over
        assert by_value.line is None or cyclic.line is not None, board.text
        wins += cyclic.line is not None
        if cyclic.line is None:
            boards, fewer = boards + by_value.boards, fewer + cyclic.boards
        else:
            assert replayed(board, cyclic.line, right_fill=right_fill).is_won
    assert 0 < 4 * fewer < boards
    assert 0 < wins < 80


def test_a_line_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(IllegalAction):
        replayed(won_board(7), [Move(18, 0)])


def test_mini_is_small_enough_to_decide() -> None:
    random = Random("mini")
    verdicts = [solve(random_board(random, 7), evaluation_for(7), boards=400_000).verdict for _ in range(10)]
    assert set(verdicts) == {"winnable", "unwinnable"}


def test_a_search_of_all_moves_expands_every_board_once_and_is_exhausted_only_without_a_win() -> None:
    random, exhausted = Random("enumeration"), 0
    for columns in [3] * 20 + [4] * 20:
        board = random_board(random, columns)
        search = BestFirstSearch(board, evaluation(columns), Policy(locks_at_once=False))
        search.run(1_000_000)
        assert search.is_over
        assert search.is_exhausted is not can_be_won(board)
        if search.is_exhausted:
            assert search.boards == len(reachable(board))
            exhausted += 1
    assert exhausted
