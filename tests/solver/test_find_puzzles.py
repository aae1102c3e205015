"""Puzzles, checked by an enumeration of the tests' own over the rules alone."""

from functools import cache
from random import Random

from gaprace.rules.board import Board, Move
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Puzzle
from gaprace.solver.find_puzzles import (
    MAX_LINE,
    MIN_REFUTATION_BOARDS,
    mistakes_of,
    puzzles_along,
    puzzles_of_deal,
)
from gaprace.solver.lines import replayed
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from tests.positions import random_code
from tests.solver.small_boards import can_be_won, evaluation, random_board, reachable

PUZZLES = 100
MAX_BOARDS = 400
"""Boards of a puzzle that is checked: the naive enumeration is slow."""


@cache
def small_puzzles() -> list[Puzzle]:
    """Puzzles of boards that are small enough to be enumerated naively in every place."""
    random, found = Random("puzzles"), list[Puzzle]()
    while len(found) < PUZZLES:
        columns = random.choice([4, 5])
        board = random_board(random, columns)
        puzzles = puzzles_along(board, solve(board, evaluation(columns)).line, evaluation(columns))
        found += [each for each in puzzles if each.boards <= MAX_BOARDS]
    return found[:PUZZLES]


def test_in_each_of_100_puzzles_exactly_one_move_wins_and_all_others_were_enumerated() -> None:
    """It begins where a run of only moves does, and ends with a choice."""
    for puzzle in small_puzzles():
        board = puzzle.board
        for step in puzzle.steps:
            assert [each.move for each in step.refutations] == [m for m in board.legal_moves() if m != step.move]
            for refutation in step.refutations:
                after = reachable(board.after(refutation.move))
                assert not after[-1].is_won
                assert refutation.boards == len(after)
                assert refutation.locked == max(each.locked for each in after)
                best = replayed(board.after(refutation.move), refutation.line)
                assert best.locked == refutation.locked
            board = board.after(step.move)
        assert replayed(board, puzzle.win).is_won
        assert len(puzzle.steps) <= MAX_LINE
        assert puzzle.steps[0].refutations
        assert puzzle.steps[-1].refutations
        assert max(each.boards for step in puzzle.steps for each in step.refutations) >= MIN_REFUTATION_BOARDS


def test_the_puzzles_of_a_deal_are_the_same_every_time() -> None:
    random, found = Random("deals"), 0
    for _ in range(8):
        board = opening(VARIANTS["mini"], random_code(random))
        puzzles = puzzles_of_deal(board, evaluation_for(7))
        assert puzzles == puzzles_of_deal(board, evaluation_for(7))
        found += len(puzzles)
    assert found


def test_a_mistake_is_the_board_before_the_move_that_lost_the_win() -> None:
    random, found = Random("mistakes"), 0
    for _ in range(60):
        run = _played_at_random(random, random_board(random, 5))
        for mistake in mistakes_of([run], evaluation(5)):
            at = run.index(mistake.puzzle.board)
            assert can_be_won(run[at])
            assert not can_be_won(run[at + 1])
            assert run[at].after(mistake.played) == run[at + 1]
            assert mistake.played in {each.move for each in mistake.puzzle.steps[0].refutations}
            only = [step.move for step in mistake.puzzle.steps]
            assert replayed(run[at], [*only, *mistake.puzzle.win]).is_won
            found += 1
    assert found >= 3


def test_a_game_that_was_won_or_never_winnable_has_no_mistake() -> None:
    random = Random("no mistakes")
    for _ in range(30):
        board = random_board(random, 4)
        solution = solve(board, evaluation(4))
        run = [replayed(board, solution.line[:at]) for at in range(len(solution.line) + 1)]
        if solution.verdict == "unwinnable":
            run = _played_at_random(random, board)
        assert mistakes_of([run] if len(run) > 1 else [], evaluation(4)) == []


def _played_at_random(random: Random, board: Board) -> list[Board]:
    run, left = [board], 60
    while (moves := run[-1].legal_moves()) and left:
        move: Move = random.choice(moves)
        run.append(run[-1].after(move))
        left -= 1
    return run
