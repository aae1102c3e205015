"""Puzzles for tests: found on small openings of `mini`, and stored."""

from functools import cache
from random import Random

from gaprace.play.study.puzzles import line_text, proof_of
from gaprace.ports import PuzzleStore, StoredPuzzle
from gaprace.rules.actions import action_text
from gaprace.rules.board import parse_board
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Puzzle
from gaprace.solver.find_puzzles import puzzles_of_deal
from gaprace.solver.tables import evaluation_for
from tests.positions import random_code


@cache
def found_puzzles() -> tuple[Puzzle, ...]:
    """Some puzzles of `mini`."""
    random, found = Random("some puzzles"), list[Puzzle]()
    while len(found) < 12:
        found += puzzles_of_deal(opening(VARIANTS["mini"], random_code(random)), evaluation_for(7))
    return tuple(found)


def stored_puzzle(number: int = 0) -> StoredPuzzle:
    puzzle = found_puzzles()[number]
    return StoredPuzzle(
        id=f"puzzle{number}",
        columns=7,
        board=puzzle.board.text,
        line=line_text([step.move for step in puzzle.steps]),
        proof=proof_of(puzzle),
        boards=puzzle.boards,
        made_at=1_000 + number,
    )


async def add_puzzles(store: PuzzleStore, count: int = 10) -> list[StoredPuzzle]:
    """Store puzzles, each younger than the one before."""
    puzzles = [stored_puzzle(number) for number in range(count)]
    for puzzle in puzzles:
        await store.add_puzzle(puzzle)
    return puzzles


def wrong_move(puzzle: StoredPuzzle, after: int = 0) -> str:
    """A legal move that loses, after some of the right ones."""
    board, line = parse_board(puzzle.board, puzzle.columns), [step.move for step in _steps(puzzle)]
    for move in line[:after]:
        board = board.after(move)
    return next(action_text(move) for move in board.legal_moves() if move != line[after])


def _steps(puzzle: StoredPuzzle) -> tuple:
    return next(each for each in found_puzzles() if each.board.text == puzzle.board).steps


def long_puzzle(puzzles: list[StoredPuzzle]) -> StoredPuzzle:
    """One with two moves to find, or more, of which the second has an alternative."""
    return next(each for each in puzzles if len(_steps(each)) > 1 and _steps(each)[1].refutations)
