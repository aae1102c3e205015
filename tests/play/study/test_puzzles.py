import itertools
from random import Random

import pytest

from gaprace.play.study.puzzles import (
    PlayedMove,
    parse_line,
    played,
    read_proof,
    refutation_of,
    runs_of,
)
from gaprace.ports import StoredPuzzle
from gaprace.rules.actions import ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal, random_game
from tests.puzzles import long_puzzle, stored_puzzle, wrong_move
from tests.refusals import refused


def puzzles() -> list[StoredPuzzle]:
    return [stored_puzzle(number) for number in range(10)]


def test_the_only_moves_solve_a_puzzle_one_by_one() -> None:
    puzzle = long_puzzle(puzzles())
    line, found = puzzle.line.split(), ""
    for number, move in enumerate(line, 1):
        result = played(puzzle.board, 7, puzzle.line, found, move)
        assert result == PlayedMove("solved" if number == len(line) else "open", parse_line(puzzle.line)[:number])
        found = " ".join(line[:number])


def test_the_first_other_move_fails_it_and_its_refutation_is_known() -> None:
    puzzle = long_puzzle(puzzles())
    first, proof = puzzle.line.split()[0], read_proof(puzzle.proof)
    for found in ("", first):
        wrong = wrong_move(puzzle, len(found.split()))
        assert played(puzzle.board, 7, puzzle.line, found, wrong) == PlayedMove("failed", parse_line(found), wrong)
        refuted = refutation_of(proof, len(found.split()), wrong)
        assert refuted.boards
    assert played(puzzle.board, 7, puzzle.line, "", "resign") == PlayedMove("failed", (), "resign")
    assert refutation_of(proof, 0, "resign") is None


@pytest.mark.parametrize(("move", "code"), [("x", "bad_action"), ("shuffle", "bad_action"), ("KS@1", "illegal_move")])
def test_what_is_no_legal_move_changes_nothing(move: str, code: str) -> None:
    puzzle = stored_puzzle()
    with refused(code):
        played(puzzle.board, 7, puzzle.line, "", move)


def test_the_runs_of_a_game_are_joined_by_moves_alone() -> None:
    random, lengths = Random("runs"), list[int]()
    for _ in range(20):
        game = random_game(random, random_deal(random, VARIANTS["mini"]), 60)
        moves = 0
        for run in runs_of(game.deal, game.transcript):
            for before, after in itertools.pairwise(run):
                assert after in {before.after(move) for move in before.legal_moves()}
            moves += len(run) - 1
            lengths.append(len(run))
        assert moves == game.moves
    assert max(lengths) > 3


def test_an_undone_move_begins_a_new_run() -> None:
    deal = Deal(VARIANTS["mini"], "0123456789", b"s" * 32)
    game = Game.start(deal)
    first, *others = game.legal_moves()
    game = game.after(first, 1).after(ControlAction.UNDO, 2).after(others[0], 3)
    opening = deal.opening()
    assert runs_of(deal, game.transcript) == [[opening, opening.after(first)], [opening, opening.after(others[0])]]
