"""Styles of bots: other lines, the same strength."""

from collections.abc import Sequence
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.board import Board, parse_board
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.deal import Deal, opening
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.bot_levels import plan
from gaprace.solver.style import Style
from gaprace.solver.tables import evaluation_for

ADDICTION, MINI = VARIANTS["addiction"], VARIANTS["mini"]
BOTS = [1, 77_000, 3_000_000_011, 900]


def planned(board: Board, level: int, style: int) -> list[str]:
    """The boards of a bot's first plan."""
    variant = MINI if board.columns == MINI.columns else ADDICTION
    game = Game(Deal(variant, "", b""), board, board.locked)
    boards = list[str]()
    for action in plan(game, evaluation_for(board.columns), level, style):
        game = game.after(action, 0)
        boards.append(game.board.text)
    return boards


def openings(variant: str, deals: int) -> Sequence[Board]:
    return [opening(VARIANTS[variant], code_of(number * 1_000_003 % CODES)) for number in range(deals)]


@given(st.integers(0, 2**32), st.integers(0, CODES - 1), st.sampled_from(["addiction", "mini"]))
def test_a_style_sees_the_same_moves_in_another_order(number: int, code: int, variant: str) -> None:
    board, style = opening(VARIANTS[variant], code_of(code)), Style.of(number)
    seen = style.seen(board)
    moves = [style.real(move, board.columns) for move in seen.legal_moves()]
    assert sorted(moves) == sorted(board.legal_moves())
    assert seen.locked == board.locked
    for move, real in zip(seen.legal_moves(), moves, strict=True):
        assert style.seen(board.after(real)) == seen.after(move)


@pytest.mark.parametrize("level", [2, 3])
def test_four_bots_of_a_level_play_four_games_on_a_deal(level: int) -> None:
    for board in openings("addiction", 3):
        assert len({tuple(planned(board, level, style)) for style in BOTS}) == len(BOTS)


def test_bots_of_a_level_are_equally_strong_whatever_their_style() -> None:
    boards = openings("mini", 64)
    locked = [mean(_most_locked(board, style) for board in boards) for style in BOTS]
    assert max(locked) - min(locked) < 1, locked
    assert min(locked) > 17


def _most_locked(board: Board, style: int) -> int:
    boards = [board.text, *planned(board, 3, style)]
    return max(parse_board(text, board.columns).locked for text in boards)
